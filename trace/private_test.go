//go:build unix

package trace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/grapnel-hooks/grapnel/trace"
)

// segmentOf is the file that a record of now goes to.
func segmentOf(dir string, r trace.Record) string {
	return filepath.Join(dir, r.Time.UTC().Format(time.DateOnly)+".0001.jsonl")
}

func wantMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Lstat(path)
	check(t, err)
	if info.Mode().Perm() != want {
		t.Errorf("%s has mode %v, want %v", path, info.Mode(), want)
	}
}

func TestNewFilesAreForTheUserAlone(t *testing.T) {
	for _, mask := range []int{0o000, 0o022, 0o077} {
		dir := filepath.Join(t.TempDir(), "state", "journal")
		r := numbered("a", 1)
		before := unix.Umask(mask)
		err := trace.Open(dir, trace.Options{}).Append(r)
		unix.Umask(before)
		check(t, err)
		wantMode(t, filepath.Dir(dir), 0o700)
		wantMode(t, dir, 0o700)
		wantMode(t, segmentOf(dir, r), 0o600)
	}
}

func TestFilesThatOthersCouldReadAreTightened(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	r := numbered("a", 1)
	check(t, os.Mkdir(dir, 0o700))
	check(t, os.WriteFile(segmentOf(dir, r), nil, 0o600))
	check(t, os.Chmod(dir, 0o777))
	check(t, os.Chmod(segmentOf(dir, r), 0o666))
	check(t, trace.Open(dir, trace.Options{}).Append(r))
	wantMode(t, dir, 0o700)
	wantMode(t, segmentOf(dir, r), 0o600)
}

func TestADirectoryThatUsersShareIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tmp")
	check(t, os.Mkdir(dir, 0o700))
	check(t, os.Chmod(dir, 0o777|os.ModeSticky))
	err := trace.Open(dir, trace.Options{}).Append(numbered("a", 1))
	if err == nil || !strings.Contains(err.Error(), "a directory that users share (mode 0777)") {
		t.Errorf("got %v", err)
	}
	wantMode(t, dir, 0o777)
}

func TestASegmentThatIsALinkIsNotFollowed(t *testing.T) {
	dir, target := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	r := numbered("a", 1)
	check(t, os.WriteFile(target, nil, 0o644))
	check(t, os.Symlink(target, segmentOf(dir, r)))
	wantLinkError(t, trace.Open(dir, trace.Options{}).Append(r))
	if text, err := os.ReadFile(target); err != nil || len(text) > 0 {
		t.Errorf("the target has %q, %v", text, err)
	}
	wantMode(t, target, 0o644)
}

func TestAJournalThatIsALinkIsNotFollowed(t *testing.T) {
	target := t.TempDir()
	dir := filepath.Join(t.TempDir(), "journal")
	check(t, os.Symlink(target, dir))
	wantLinkError(t, trace.Open(dir, trace.Options{}).Append(numbered("a", 1)))
	if entries, err := os.ReadDir(target); err != nil || len(entries) > 0 {
		t.Errorf("the target has %v, %v", entries, err)
	}
}

func wantLinkError(t *testing.T, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "is a symbolic link, which the journal does not follow") {
		t.Errorf("got %v", err)
	}
}

func TestAPipeIsNotASegment(t *testing.T) {
	dir := t.TempDir()
	r := numbered("a", 1)
	check(t, unix.Mkfifo(segmentOf(dir, r), 0o600))
	err := trace.Open(dir, trace.Options{}).Append(r)
	if err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("got %v", err)
	}
}
