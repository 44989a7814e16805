package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
)

// readSymbols returns what the Go code below root declares outside of tests:
// package.Name for types, functions, constants and variables, and
// package.Type.Name for methods and fields.
func readSymbols(root string) (map[string]bool, error) {
	symbols := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			declare(symbols, file.Name.Name+".", decl)
		}
		return nil
	})
	return symbols, err
}

func declare(symbols map[string]bool, prefix string, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			prefix += receiver(d.Recv.List[0].Type) + "."
		}
		symbols[prefix+d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				declareNames(symbols, prefix, s.Names)
			case *ast.TypeSpec:
				symbols[prefix+s.Name.Name] = true
				for _, member := range members(s.Type) {
					declareNames(symbols, prefix+s.Name.Name+".", member.Names)
				}
			}
		}
	}
}

func declareNames(symbols map[string]bool, prefix string, names []*ast.Ident) {
	for _, name := range names {
		symbols[prefix+name.Name] = true
	}
}

// members returns the fields of a struct and the methods of an interface.
func members(t ast.Expr) []*ast.Field {
	switch t := t.(type) {
	case *ast.StructType:
		return t.Fields.List
	case *ast.InterfaceType:
		return t.Methods.List
	}
	return nil
}

// receiver returns the name of a method's type, without pointer and type
// parameters.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}
