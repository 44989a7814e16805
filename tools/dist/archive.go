package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"path"
	"slices"
	"strings"
	"time"
)

// file is one file of an archive.
type file struct {
	name string // with slashes, relative
	data []byte
	exec bool
}

func (f file) mode() int64 {
	if f.exec {
		return 0o755
	}
	return 0o644
}

// archive writes a tar.gz, or a zip for Windows, with one directory at the top.
func (r release) archive(p platform, binary []byte, extras []file) error {
	top := "grapnel-" + r.version + "-" + p.os + "-" + p.arch
	files := []file{{name: top + "/" + p.binary(), data: binary, exec: true}}
	for _, f := range extras {
		f.name = top + "/" + f.name
		files = append(files, f)
	}
	if p.os == "windows" {
		data, err := zipped(files, r.date)
		if err != nil {
			return err
		}
		return r.write(top+".zip", data)
	}
	data, err := tarball(files, r.date)
	if err != nil {
		return err
	}
	return r.write(top+".tar.gz", data)
}

// tarball returns a tar.gz of files in the order of their names. Every file
// belongs to root and has the same time; directories come before what is in
// them.
func tarball(files []file, date time.Time) ([]byte, error) {
	var buffer bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression) // its header has no time and no name
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	made := map[string]bool{}
	for _, f := range sorted(files) {
		for _, dir := range parents(f.name) {
			if made[dir] {
				continue
			}
			made[dir] = true
			header := &tar.Header{Typeflag: tar.TypeDir, Name: dir + "/", Mode: 0o755, Uname: "root", Gname: "root", ModTime: date, Format: tar.FormatUSTAR}
			if err := archive.WriteHeader(header); err != nil {
				return nil, err
			}
		}
		header := &tar.Header{Name: f.name, Mode: f.mode(), Uname: "root", Gname: "root", Size: int64(len(f.data)), ModTime: date, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// zipped returns a zip of files in the order of their names.
func zipped(files []file, date time.Time) ([]byte, error) {
	var buffer bytes.Buffer
	archive := zip.NewWriter(&buffer)
	for _, f := range sorted(files) {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
}

// parents returns the directories of a path, outermost first. A "." that begins
// the path, as in Debian packages, counts as one.
func parents(name string) []string {
	var list []string
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		list = append(list, dir)
	}
	slices.Reverse(list)
	return list
}
