"""Reads Python files for grapnel check, without importing or running them.

Standard input is one JSON object: "files", paths of scripts, and "handlers",
dotted names of functions. Standard output is a list of what is wrong with them.
"""

import ast
import importlib.machinery
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")  # about odd escapes, which are no mistakes


def parse(path):
    """Returns the tree of a file, or what is wrong with it."""
    with open(path, "rb") as file:
        source = file.read(1 << 20)
    try:
        return ast.parse(source, path), None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return None, {
            "file": path,
            "line": getattr(error, "lineno", None) or 1,
            "column": max(getattr(error, "offset", None) or 1, 1),
            "message": getattr(error, "msg", None) or str(error),
        }


def module_file(name, search):
    """Finds the file of a module in a search path; None if that cannot be known."""
    parts = name.split(".")
    for i, part in enumerate(parts):
        spec = importlib.machinery.PathFinder.find_spec(part, search)
        if spec is None:
            return "" if i or part not in sys.builtin_module_names else None
        if i + 1 == len(parts):
            origin = spec.origin
            return origin if origin and origin.endswith(".py") else None
        search = spec.submodule_search_locations
        if search is None:
            return ""
        search = list(search)
    return None


def names(tree):
    """Returns the names that a module defines; None if anything may be one."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                if alias.name == "*":
                    return None
                found.add(alias.asname or alias.name.split(".")[0])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return None if "__getattr__" in found else found


def look_at(handler, search):
    """Returns what is wrong with a dotted name of a function, or None."""
    module, _, name = handler.rpartition(".")
    path = module_file(module, search)
    if path is None:
        return None
    if not path:
        return {"handler": handler, "message": "there is no module " + module}
    tree, problem = parse(path)
    if problem:
        problem["handler"] = handler
        return problem
    known = names(tree)
    if known is None or name in known:
        return None
    return {"handler": handler, "message": "%s has no function %s" % (path, name), "names": sorted(known)}


def main():
    asked = json.load(sys.stdin)
    search = [os.getcwd()] + [entry for entry in sys.path if entry]
    problems = []
    for path in asked["files"]:
        problems.append(parse(path)[1])
    for handler in asked["handlers"]:
        problems.append(look_at(handler, search))
    json.dump([problem for problem in problems if problem], sys.stdout)


main()
