package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestPageIsUpToDate(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the page says how things are on Linux")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", filepath.FromSlash(page)))
	if err != nil {
		t.Fatal(err)
	}
	want, err := updated(text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("%s is not what the code does any more; run make docs", page)
	}
}

func TestPageWithoutPlaceForTables(t *testing.T) {
	for _, text := range []string{"", begin, end + begin} {
		if _, err := updated([]byte(text)); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
