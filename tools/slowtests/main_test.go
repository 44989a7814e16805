package main

import (
	"strings"
	"testing"
)

func TestTheSlowestTestsComeFirst(t *testing.T) {
	tests, err := read(strings.NewReader(`{"Action":"run","Package":"github.com/grapnel-hooks/grapnel/host","Test":"TestA"}
{"Action":"pass","Package":"github.com/grapnel-hooks/grapnel/host","Test":"TestA/one","Elapsed":1.26}
{"Action":"fail","Package":"github.com/grapnel-hooks/grapnel/host","Test":"TestA/two","Elapsed":2}
{"Action":"pass","Package":"github.com/grapnel-hooks/grapnel/host","Test":"TestA","Elapsed":3.3}
{"Action":"pass","Package":"github.com/grapnel-hooks/grapnel/trace","Test":"TestA","Elapsed":1.5}
{"Action":"skip","Package":"github.com/grapnel-hooks/grapnel/trace","Test":"TestB","Elapsed":9}
{"Action":"pass","Package":"github.com/grapnel-hooks/grapnel/trace","Elapsed":10}
`))
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	write(&table, tests)
	want := "| seconds | package | test |\n|---:|---|---|\n" +
		"| 2.0 | `grapnel/host` | `TestA/two` |\n| 1.5 | `grapnel/trace` | `TestA` |\n| 1.3 | `grapnel/host` | `TestA/one` |\n"
	if table.String() != want {
		t.Errorf("got\n%swant\n%s", table.String(), want)
	}
}

func TestTheTableHasTenRows(t *testing.T) {
	var table strings.Builder
	write(&table, make([]test, 30))
	if n := strings.Count(table.String(), "\n"); n != 2+rows {
		t.Errorf("%d lines", n)
	}
}

func TestOtherInputIsAnError(t *testing.T) {
	if _, err := read(strings.NewReader("ok  \tpackage\n")); err == nil || !strings.Contains(err.Error(), "go test -json") {
		t.Errorf("error %v", err)
	}
}
