package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// npmName is the package that people install; the binaries are in packages of
// their own, of which npm installs the one that fits. Nothing runs at install
// time.
const npmName = "@grapnel-hooks/grapnel"

//go:embed grapnel.cjs
var wrapper []byte

// npmWords are npm's names for systems and processors.
var npmWords = map[string]string{
	"linux": "linux", "darwin": "darwin", "windows": "win32", "amd64": "x64", "arm64": "arm64",
}

func npmPlatform(p platform) string { return npmWords[p.os] + "-" + npmWords[p.arch] }

// npmPackage writes the package with the binary of a platform.
func (r release) npmPackage(p platform, binary []byte) error {
	return r.npm("grapnel-hooks-grapnel-"+npmPlatform(p), map[string]any{
		"name":        npmName + "-" + npmPlatform(p),
		"version":     r.version,
		"description": "The grapnel command for " + p.String(),
		"license":     "Apache-2.0",
		"os":          []string{npmWords[p.os]},
		"cpu":         []string{npmWords[p.arch]},
		"files":       []string{"bin"},
	}, file{name: "package/bin/" + p.binary(), data: binary, exec: true})
}

// npmWrapper writes the package that people install.
func (r release) npmWrapper() error {
	optional := map[string]string{}
	for _, p := range platforms {
		optional[npmName+"-"+npmPlatform(p)] = r.version
	}
	return r.npm("grapnel-hooks-grapnel", map[string]any{
		"name":                 npmName,
		"version":              r.version,
		"description":          "The hook engine for AI coding agents",
		"license":              "Apache-2.0",
		"bin":                  map[string]string{"grapnel": "bin/grapnel.cjs"},
		"files":                []string{"bin"},
		"engines":              map[string]string{"node": ">=18"},
		"optionalDependencies": optional,
	}, file{name: "package/bin/grapnel.cjs", data: wrapper, exec: true})
}

// npm writes a package as `npm pack` would.
func (r release) npm(name string, manifest map[string]any, program file) error {
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	data, err := tarball([]file{{name: "package/package.json", data: append(text, '\n')}, program}, r.date)
	if err != nil {
		return err
	}
	return r.write(fmt.Sprintf("%s-%s.tgz", name, r.version), data)
}
