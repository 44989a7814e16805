package grapnel_test

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

// public are the packages that agent authors import.
var public = []string{".", "hook", "host", "host/coding", "host/scripted", "llm", "trace"}

// aliased are the internal types that the root gives a public name, because the
// requirements of LLxprt want them. Their methods are checked like any other.
var aliased = []string{"internal/engine.Engine", "internal/engine.Registry"}

// Nobody outside of this module can name an internal type, so a signature with
// one cannot be used.
func TestPublicNamesHaveNoInternalTypes(t *testing.T) {
	load := packageImporter(t)
	for _, name := range public {
		path := strings.TrimSuffix(module+"/"+name, "/.")
		pkg, err := load.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range exposed(pkg) {
			t.Error(problem)
		}
	}
}

// The check itself must be able to fail, wherever a type can be in a signature.
func TestInternalTypesAreFoundWhereverTheyAre(t *testing.T) {
	internal := types.NewPackage(module+"/internal/secret", "secret")
	secret := types.NewNamed(types.NewTypeName(0, internal, "T", nil), types.NewStruct(nil, nil), nil)
	pkg := types.NewPackage(module+"/api", "api")
	field := func(name string, of types.Type) types.Type {
		return types.NewStruct([]*types.Var{types.NewField(0, pkg, name, of, false)}, nil)
	}
	result := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewVar(0, pkg, "", secret)), false)
	method := types.NewInterfaceType([]*types.Func{types.NewFunc(0, pkg, "Do", result)}, nil)
	for where, tt := range map[string]struct {
		of   types.Type
		want int
	}{
		"a pointer":           {types.NewPointer(secret), 1},
		"a map's element":     {types.NewMap(types.Typ[types.String], types.NewSlice(secret)), 1},
		"an exported field":   {field("Field", secret), 1},
		"an unexported field": {field("field", secret), 0},
		"a result":            {result, 1},
		"a method":            {method, 1},
		"nothing":             {types.Typ[types.Int], 0},
	} {
		p := types.NewPackage(module+"/api", "api")
		p.Scope().Insert(types.NewVar(0, p, "V", tt.of))
		if got := exposed(p); len(got) != tt.want {
			t.Errorf("%s: %v", where, got)
		}
	}
}

// A package is public because somebody decided so.
func TestNoPackageIsPublicByAccident(t *testing.T) {
	// What embeds files must be beside them, so that examples has a package.
	programs := []string{"bench", "cmd", "conformance", "examples", "internal", "tools"}
	for name := range packages(t) {
		top, _, _ := strings.Cut(name, "/")
		if !slices.Contains(public, name) && !slices.Contains(programs, top) {
			t.Errorf("anybody can import %s; move it below internal, or add it to the list of public packages", name)
		}
	}
}

// packageImporter returns an importer of what the go command has compiled.
func packageImporter(t *testing.T) types.Importer {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}")
	for _, name := range public {
		list.Args = append(list.Args, "./"+name)
	}
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	files := map[string]string{}
	for line := range bytes.Lines(out) {
		path, file, _ := strings.Cut(strings.TrimSpace(string(line)), "\t")
		files[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(files[path])
	})
}

// exposed says where exported names of a package have internal types in their
// signatures.
func exposed(pkg *types.Package) []string {
	var problems []string
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if !object.Exported() {
			continue
		}
		w := walker{where: pkg.Path() + "." + name}
		w.declaration(object)
		problems = append(problems, w.problems...)
	}
	return problems
}

// walker looks at the types that one exported name is made of.
type walker struct {
	where    string
	problems []string
}

// declaration looks at a name: of a type at its parts and methods, of anything
// else at its type.
func (w *walker) declaration(object types.Object) {
	name, isType := object.(*types.TypeName)
	if !isType {
		w.signature(object.Type())
		return
	}
	named, ok := types.Unalias(name.Type()).(*types.Named)
	if !ok {
		w.signature(name.Type())
		return
	}
	if name.IsAlias() {
		w.signature(named) // only some may be aliased
	}
	w.parts(named.Underlying())
	for method := range named.Methods() {
		if method.Exported() {
			w.at("."+method.Name(), method.Type())
		}
	}
}

// signature looks at a type that users meet; types with a name of their own are
// looked at where they are declared.
func (w *walker) signature(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		w.name(t.Obj())
		for argument := range t.TypeArgs().Types() {
			w.signature(argument)
		}
	case *types.TypeParam, *types.Basic:
	default:
		w.parts(t)
	}
}

// name notes an internal type.
func (w *walker) name(object *types.TypeName) {
	if object.Pkg() == nil {
		return // error, comparable
	}
	path, ours := strings.CutPrefix(object.Pkg().Path(), module+"/internal/")
	if ours && !slices.Contains(aliased, "internal/"+path+"."+object.Name()) {
		w.problems = append(w.problems, fmt.Sprintf("%s has %s in its signature, which is internal", w.where, object.Type()))
	}
}

// parts looks at what an unnamed type is made of.
func (w *walker) parts(t types.Type) {
	switch t := t.(type) {
	case interface{ Elem() types.Type }: // pointer, slice, array, channel, map
		w.signature(t.Elem())
		if m, ok := t.(*types.Map); ok {
			w.signature(m.Key())
		}
	case *types.Struct:
		for field := range t.Fields() {
			if field.Exported() {
				w.at("."+field.Name(), field.Type())
			}
		}
	case *types.Signature:
		for v := range t.Params().Variables() {
			w.signature(v.Type())
		}
		for v := range t.Results().Variables() {
			w.signature(v.Type())
		}
	case *types.Interface:
		for method := range t.Methods() {
			w.at("."+method.Name(), method.Type())
		}
	}
}

// at looks at the type of a member.
func (w *walker) at(member string, t types.Type) {
	where := w.where
	w.where += member
	w.signature(t)
	w.where = where
}

// Every dialect has a constant, and every option of one too.
func TestDialectsAndTheirOptionsHaveConstants(t *testing.T) {
	names := []string{grapnel.LLxprt, grapnel.Wave, grapnel.Claude, grapnel.Codex, grapnel.Qwen, grapnel.Gemini, grapnel.MassGen, grapnel.Pi, grapnel.Native}
	if got := all.Names(); !slices.Equal(got, names) {
		t.Errorf("the dialects are %v, with constants for %v; see options.go", got, names)
	}
	constants := []grapnel.DialectOption{grapnel.PiGastown, grapnel.PiClaudeSettings}
	var options []grapnel.DialectOption
	for _, d := range all.Dialects() {
		for _, flag := range d.Describe().Flags {
			if !flag.File {
				options = append(options, grapnel.DialectOption(flag.Name))
			}
		}
	}
	if !slices.Equal(options, constants) {
		t.Errorf("the options are %v, with constants for %v; see options.go", options, constants)
	}
}
