package config_test

import (
	"os/user"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

func TestWithoutAVariableTheHomeDirectoryIsTheAccounts(t *testing.T) {
	account, err := user.Current()
	if err != nil {
		t.Skip("the account is not known: ", err)
	}
	t.Setenv("HOME", "")
	if got := config.Here("").Home; got != account.HomeDir {
		t.Errorf("got %q, want %q", got, account.HomeDir)
	}
}

func TestPlacesThatDoNotExistAreReported(t *testing.T) {
	d, err := all.ByName("wave")
	if err != nil {
		t.Fatal(err)
	}
	env := dialect.Environment{Project: t.TempDir() + "/gone", Getenv: func(string) string { return "" }}
	var codes []string
	for _, d := range config.Load(d, env).Diagnostics {
		codes = append(codes, d.Code)
	}
	if len(codes) != 2 || codes[0] != config.NoDirectory || codes[1] != config.NoHome {
		t.Errorf("got %q", codes)
	}
}
