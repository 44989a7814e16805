package main

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"strings"
	"time"
)

// debian writes a package for Debian and what descends from it: the command,
// its completions where shells look for them, and its manual pages.
func (r release) debian(p platform, binary []byte, extras []file) error {
	files := []file{{name: "usr/bin/grapnel", data: binary, exec: true}}
	for _, f := range extras {
		if name := debianPlace(f.name); name != "" {
			files = append(files, file{name: name, data: f.data})
		}
	}
	data, err := tarball(files, r.date)
	if err != nil {
		return err
	}
	control, err := tarball([]file{
		{name: "control", data: r.control(p, files)},
		{name: "md5sums", data: digests(files)},
	}, r.date)
	if err != nil {
		return err
	}
	var deb bytes.Buffer
	deb.WriteString("!<arch>\n")
	for _, member := range []file{
		{name: "debian-binary", data: []byte("2.0\n")},
		{name: "control.tar.gz", data: control},
		{name: "data.tar.gz", data: data},
	} {
		addMember(&deb, member, r.date)
	}
	return r.write(fmt.Sprintf("grapnel_%s_%s.deb", r.version, p.arch), deb.Bytes())
}

// debianPlace is where a file of the archive belongs on Debian.
func debianPlace(name string) string {
	if page, ok := strings.CutPrefix(name, "man/"); ok {
		return "usr/share/man/" + page
	}
	return map[string]string{
		"LICENSE":                  "usr/share/doc/grapnel/copyright",
		"README.md":                "usr/share/doc/grapnel/README.md",
		"CHANGELOG.md":             "usr/share/doc/grapnel/CHANGELOG.md",
		"completions/grapnel.bash": "usr/share/bash-completion/completions/grapnel",
		"completions/_grapnel":     "usr/share/zsh/vendor-completions/_grapnel",
		"completions/grapnel.fish": "usr/share/fish/vendor_completions.d/grapnel.fish",
	}[name]
}

func (r release) control(p platform, files []file) []byte {
	size := 0
	for _, f := range files {
		size += len(f.data)
	}
	return fmt.Appendf(nil, `Package: grapnel
Version: %s
Architecture: %s
Maintainer: The Grapnel authors <grapnel-hooks@users.noreply.github.com>
Installed-Size: %d
Section: devel
Priority: optional
Description: hook engine for AI coding agents
 Grapnel runs the programs and rules that users configure for their AI coding
 agents: before and after tools and model calls. It can block, rewrite, add
 context and stop, and it speaks the hook contracts of several agents.
`, r.version, p.arch, (size+1023)/1024)
}

// digests are the sums that dpkg --verify compares with.
func digests(files []file) []byte {
	var list bytes.Buffer
	for _, f := range sorted(files) {
		fmt.Fprintf(&list, "%x  %s\n", md5.Sum(f.data), f.name)
	}
	return list.Bytes()
}

// addMember appends a member to an ar archive.
func addMember(ar *bytes.Buffer, f file, date time.Time) {
	fmt.Fprintf(ar, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", f.name, date.Unix(), 0, 0, "100644", len(f.data))
	ar.Write(f.data)
	if len(f.data)%2 == 1 {
		ar.WriteByte('\n')
	}
}
