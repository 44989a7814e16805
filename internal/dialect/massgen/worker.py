"""Calls Python hooks for Grapnel.

The worker reads calls from standard input and writes replies to standard
output, one JSON object per line, until its input ends. See
internal/engine/process/worker.go for the protocol. It needs nothing but the
standard library of Python 3.8.

A thread reads the calls. The main thread serves one after the other, because
some things work only there; calls that come meanwhile get threads of their own.
All of them share the modules that they import.
"""

import os
import sys

if sys.version_info < (3, 8):
    sys.exit("Python 3.8 or later is needed, this is %d.%d" % sys.version_info[:2])

# The project's modules must not stand in for those that the worker itself needs,
# so the project directory comes to the search path only after these imports.
PROJECT = os.getcwd()
sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != PROJECT]

import atexit
import contextvars
import enum
import importlib
import importlib.machinery
import io
import json
import queue
import threading

sys.path.insert(0, PROJECT)

PID = os.getpid()
NOT_CALLED = 78  # exit code: the function could not even be called
MAX_ANSWER = (16 << 20) + 1  # characters; longer answers are not read anyway
MAX_PRINTED = (1 << 20) + 1  # bytes that hooks print during one call; one more than is shown
MAX_VARIABLE = 32 << 10  # bytes of a variable's value

FIELDS = (
    "hook_type", "session_id", "orchestrator_id", "agent_id",
    "timestamp", "tool_name", "tool_input", "tool_output",
)
ANSWER = ("decision", "reason", "updated_input", "inject", "allowed", "modified_args", "metadata")


class Timestamp(str):
    """A time as text, which also does what a datetime does."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(as_datetime(self), name)


def as_datetime(text):
    datetime = standard("datetime").datetime
    return datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)


def standard(name):
    """Imports a module of the standard library when it is first needed."""
    path = sys.path[:]
    sys.path[:] = [entry for entry in path if os.path.abspath(entry) != PROJECT]
    try:
        return importlib.import_module(name)
    finally:
        sys.path[:] = path


class HookEvent(dict):
    """What a hook is told. Fields are attributes and keys alike."""

    def __init__(self, hook_type="PreToolUse", session_id="", orchestrator_id="", agent_id=None,
                 timestamp="", tool_name="", tool_input=None, tool_output=None, **others):
        super().__init__(
            hook_type=hook_type, session_id=session_id, orchestrator_id=orchestrator_id,
            agent_id=agent_id, timestamp=timestamp, tool_name=tool_name,
            tool_input={} if tool_input is None else tool_input, tool_output=tool_output, **others)

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("the event has no field %r" % name) from None

    def __setattr__(self, name, value):
        self[name] = value

    def to_dict(self):
        return dict(self)

    def to_json(self):
        return json.dumps(self, default=plain)

    @classmethod
    def from_dict(cls, fields):
        event = cls()
        event.update(fields)  # a field may have any name, "self" too
        return event


class HookResult:
    """What a hook answers."""

    def __init__(self, allowed=True, metadata=None, modified_args=None, decision="allow", reason=None,
                 updated_input=None, inject=None, **others):
        self.allowed = allowed
        self.metadata = {} if metadata is None else metadata
        self.modified_args = modified_args
        self.decision = decision
        self.reason = reason
        self.updated_input = updated_input
        self.inject = inject
        self.__dict__.update(others)
        if not allowed:
            self.decision = "deny"
        elif decision == "deny":
            self.allowed = False

    @classmethod
    def allow(cls, reason=None, **fields):
        return cls(decision="allow", reason=reason, **fields)

    @classmethod
    def deny(cls, reason=None, **fields):
        return cls(allowed=False, decision="deny", reason=reason, **fields)

    @classmethod
    def ask(cls, reason=None, **fields):
        return cls(decision="ask", reason=reason, **fields)

    @classmethod
    def from_dict(cls, fields):
        return cls(**fields)

    def to_dict(self):
        return dict(vars(self))

    def __repr__(self):
        return "HookResult(%r)" % vars(self)

    def __eq__(self, other):
        return isinstance(other, HookResult) and vars(self) == vars(other)


class HookType(enum.Enum):
    PRE_TOOL_USE = "PreToolUse"
    POST_TOOL_USE = "PostToolUse"


STAND_IN = "massgen.mcp_tools.hooks"


class StandIn:
    """Provides the module that hooks import their types from, where MassGen is
    not installed: finders before this one have not found it."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name == STAND_IN or STAND_IN.startswith(name + "."):
            return importlib.machinery.ModuleSpec(name, cls, is_package=name != STAND_IN)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        if module.__name__ == STAND_IN:
            module.HookEvent, module.HookResult, module.HookType = HookEvent, HookResult, HookType


class Printed(io.RawIOBase):
    """Collects what a hook prints, which goes to the reply's stderr."""

    def __init__(self):
        self.parts = []
        self.size = 0
        self.stream = io.TextIOWrapper(self, "utf-8", "backslashreplace", write_through=True)

    def writable(self):
        return True

    def fileno(self):
        return 2

    def write(self, data):
        data = bytes(data)
        self.parts.append(data[: max(0, MAX_PRINTED - self.size)])
        self.size += len(data)
        return len(data)

    def close(self):
        """Stays open: whoever prints next wants to print too."""

    def text(self):
        return b"".join(self.parts).decode("utf-8", "replace")


current = contextvars.ContextVar("call")  # the call that prints


class Routed:
    """Is standard output and error: what a hook prints belongs to its call,
    whatever else runs at the same time."""

    def __init__(self, otherwise):
        self.otherwise = otherwise

    def __getattr__(self, name):
        return getattr(self.stream(), name)

    def __iter__(self):
        return iter(self.stream())

    def stream(self):
        call = current.get(None)
        if call is None:
            return self.otherwise  # a thread that a hook has left behind
        if not call.can_print():
            call.renew()  # a hook may close or detach it
        return call.printed.stream


class NotCalled(Exception):
    """The function could not be called: its module, it or its input is at fault."""


hooks = {}  # callables by handler


def find(handler):
    """Returns what to call for module.function."""
    if handler in hooks:
        return hooks[handler]
    module, dot, name = handler.rpartition(".")
    if not dot or not module or not name:
        raise NotCalled("Invalid callable path: %s; write module.function" % handler)
    try:
        importlib.invalidate_caches()
        found = getattr(importlib.import_module(module), name)
        if isinstance(found, type):
            found = found()
    except BaseException as problem:
        raise NotCalled(describe(problem, plain_import=True)) from problem
    if not callable(found):
        raise NotCalled("%s is not callable" % handler)
    hooks[handler] = found
    return found


def event_from(text):
    """Builds the event, of MassGen's own class if the hook uses that. A guard
    that cannot be told of an event has not agreed to it."""
    try:
        fields = json.loads(text)
        fields["timestamp"] = Timestamp(fields["timestamp"])
        for field in ("hook_type", "tool_name", "session_id", "agent_id", "orchestrator_id"):
            set_variable("MASSGEN_" + field.upper(), str(fields[field] or ""))
        real = getattr(sys.modules.get(STAND_IN), "HookEvent", HookEvent)
        if real is not HookEvent:
            try:
                return real_event(real, fields)
            except Exception:
                pass  # not the MassGen we know
        return HookEvent.from_dict(fields)
    except Exception as problem:
        raise NotCalled("the event cannot be read: " + describe(problem)) from problem


def set_variable(name, value):
    """Sets a variable to what a command would find in it, whatever encoding
    Python takes for the system's."""
    value = value.replace("\0", "").encode("utf-8", "replace")[:MAX_VARIABLE].decode("utf-8", "ignore")
    if os.supports_bytes_environ:
        os.environb[name.encode()] = value.encode()
    else:
        os.environ[name] = value


def real_event(real, fields):
    class Event(real):
        def __getitem__(self, key):
            return fields[key]

        def __contains__(self, key):
            return key in fields

        def get(self, key, default=None):
            return fields.get(key, default)

    known = {key: fields[key] for key in FIELDS}
    known["timestamp"] = as_datetime(fields["timestamp"])
    return Event(**known)


loop = None


def event_loop():
    """Returns the loop that all async hooks share, so that what one keeps for
    the next call goes on working. It runs in a thread of its own."""
    global loop
    asyncio = standard("asyncio")
    with lock:
        if loop is None or loop.is_closed():
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, daemon=True).start()
        return asyncio, loop


def finish(call, awaitable):
    """Waits for what an async hook returned."""
    asyncio, shared = event_loop()

    async def wait():
        return await awaitable

    call.future = asyncio.run_coroutine_threadsafe(wait(), shared)
    return call.future.result()


def answer_of(result):
    """Returns a hook's result as JSON."""
    if result is None:
        return ""
    if not isinstance(result, dict) and hasattr(result, "keys"):
        result = dict(result)
    if not isinstance(result, dict):
        fields = {key: getattr(result, key) for key in ANSWER if getattr(result, key, None) is not None}
        if not fields:
            return encode(result)
        result = fields
    return "{%s}" % ", ".join("%s: %s" % (json.dumps(str(key)), encode(value)) for key, value in result.items())


def encode(value):
    """Returns a value as JSON. What cannot be written becomes a text that says
    so, and the rest of the answer still counts."""
    try:
        return json.dumps(value, default=plain, allow_nan=False)
    except Exception as problem:
        return json.dumps("(not JSON: %s)" % describe(problem))


def plain(value):
    """Returns an object in a form that JSON has."""
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return str(value)


def describe(problem, plain_import=False):
    """Returns an exception in one line or few."""
    try:
        if plain_import and isinstance(problem, (ImportError, AttributeError)):
            return str(problem)
        text = str(problem)
    except BaseException:
        text = "(no text)"
    name = type(problem).__name__
    return "%s: %s" % (name, text) if text else name


def traceback_of(problem):
    """Returns the end of the traceback, without the worker's own frames."""
    try:
        frames = problem.__traceback__
        while frames is not None and frames.tb_frame.f_globals is globals():
            frames = frames.tb_next
        lines = standard("traceback").format_exception(type(problem), problem, frames, limit=-8)
        return "".join(lines)
    except BaseException:
        return describe(problem)


lock = threading.RLock()  # for what threads share
running = {}  # calls by ID
free = threading.Event()  # the main thread serves no call
work = queue.SimpleQueue()  # calls for the main thread
replies = -1  # where replies go


class Abandoned(BaseException):
    """Ends a hook that nobody waits for any more."""


class Call:
    """One call of a hook, from its request to its reply."""

    def __init__(self, request):
        self.id = request["id"]
        self.handler = request["handler"]
        self.text = request["stdin"]
        self.printed = Printed()
        self.thread = None
        self.found = False  # the hook is imported
        self.importing = False  # it was not yet when the call began
        self.future = None  # what an async hook gives
        self.children = None

    def can_print(self):
        try:
            return not self.printed.stream.closed
        except ValueError:
            return False

    def renew(self):
        self.printed.stream = io.TextIOWrapper(self.printed, "utf-8", "backslashreplace", write_through=True)

    def serve(self):
        """Calls the hook and replies."""
        current.set(self)
        self.thread = threading.get_ident()
        try:
            code, answer, errors = self.run()
        except BaseException as problem:  # Abandoned, at a moment of its own choice
            code, answer, errors = 1, describe(problem), ""
        if os.getpid() != PID:
            os._exit(0)  # a hook has forked, and this is the child
        self.reply(exitCode=code, stdout=answer[:MAX_ANSWER], stderr=self.said() + errors)

    def run(self):
        """Returns exit code, stdout and what to say on stderr."""
        try:
            hook = find(self.handler)
            self.found = True
            if self.importing:
                with lock:
                    send(replies, self.begun())
            if self.id not in running:
                raise Abandoned()  # it took too long to import
            event = event_from(self.text)
        except NotCalled as problem:
            return NOT_CALLED, str(problem), traceback_of(problem.__cause__) if problem.__cause__ else str(problem)
        try:
            result = hook(event)
            if hasattr(result, "__await__"):
                result = finish(self, result)
            return 0, answer_of(result), ""
        except BaseException as problem:  # sys.exit too: the worker goes on
            return 1, describe(problem), traceback_of(problem)

    def said(self):
        for stream in (sys.stdout, sys.stderr, self.printed.stream):
            try:
                stream.flush()
            except BaseException:
                pass  # it is the hook's own, or detached
        return self.printed.text()

    def begun(self):
        """Says that the call has begun, and what it means if a module ends this
        process while it is imported."""
        state = {"id": self.id, "begun": True}
        self.importing = self.handler not in hooks
        if self.importing:
            state["exitCode"] = NOT_CALLED
        return state

    def reply(self, **members):
        """Replies, unless somebody has."""
        with lock:
            if running.pop(self.id, None) is self:
                send(replies, dict(members, id=self.id))

    def abandon(self):
        """Goes on without the call. Its thread ends as soon as it can; one that
        imports a module is left to that, so that the next call has it."""
        if not self.found:
            self.reply(abandoned=True, exitCode=NOT_CALLED, stderr=self.said(),
                       stdout="the module of %s was not imported in time" % self.handler)
            return
        if self.children is None or children() - self.children:
            return  # what the hook has started must end, so the worker must
        with lock:
            if self.id not in running:
                return
            if self.future is not None:
                self.future.cancel()
                renew_loop()
            standard("ctypes").pythonapi.PyThreadState_SetAsyncExc(
                standard("ctypes").c_ulong(self.thread), standard("ctypes").py_object(Abandoned))
            self.reply(abandoned=True, stderr=self.said())


def renew_loop():
    """Gives async hooks another loop if theirs is stuck."""
    global loop
    stuck = loop
    alive = threading.Event()
    stuck.call_soon_threadsafe(alive.set)
    if not alive.wait(0.2):
        loop = None


def children():
    """Returns the processes that this one has started, as far as they run."""
    found = set()
    try:
        for thread in os.listdir("/proc/self/task"):
            with open("/proc/self/task/%s/children" % thread) as listed:
                found.update(listed.read().split())
        return found
    except OSError:
        pass  # not Linux, or a thread that has just ended
    listed = standard("subprocess").run(["ps", "-axo", "pid=,ppid=,comm="], stdout=-1, stderr=-3).stdout.decode("utf-8", "replace")
    for line in listed.splitlines():
        pid, parent, command = line.split(None, 2)
        if parent == str(PID) and not command.endswith("ps"):
            found.add(pid)
    return found


def send(fd, message):
    data = memoryview(json.dumps(message).encode() + b"\n")
    try:
        while data:
            data = data[os.write(fd, data):]
    except OSError:
        os._exit(1)  # nobody is there to read it


def read(calls):
    """Reads calls, and has them served, until there are no more."""
    for line in iter(calls.readline, b""):
        request = json.loads(line)
        if request.get("abandon"):
            known = running.get(request["id"])
            if known is not None:
                known.abandon()
            continue
        begin(Call(request))
    if os.getpid() == PID:
        atexit._run_exitfuncs()
    os._exit(0)  # without waiting for hooks that still run, or threads they have left


def begin(call):
    """Has a call served, by the main thread if that is free."""
    with lock:
        send(replies, call.begun())
        alone = not running
        running[call.id] = call
    call.children = children() if LISTS_CHILDREN else set()
    sys.stdout = sys.stderr = OUTPUT
    if alone:
        try:
            os.chdir(PROJECT)  # the last hook may have gone elsewhere
        except OSError:
            pass
    if free.is_set():
        free.clear()
        work.put(call)
    else:
        threading.Thread(target=call.serve, daemon=True).start()


LISTS_CHILDREN = os.path.exists("/proc/self/task/%d/children" % PID)
OUTPUT = Routed(None)


def main():
    global replies
    # The protocol gets descriptors of its own, which other programs do not
    # inherit. Whatever else reads or writes the standard ones disturbs nobody.
    source, replies = os.dup(0), os.dup(1)
    calls = os.fdopen(source, "rb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdin = io.StringIO()
    OUTPUT.otherwise = sys.__stderr__
    sys.meta_path.append(StandIn)

    def leave_to_parent():
        os.close(source)
        os.close(replies)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=leave_to_parent)

    free.set()
    send(replies, {"ready": True})
    threading.Thread(target=read, args=(calls,), daemon=True).start()
    while True:
        try:
            work.get().serve()
        except BaseException:
            pass  # Abandoned, a moment late
        free.set()


main()
