package config

import (
	"os"
	"os/user"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// The codes of diagnostics about the place where configuration is looked for.
const (
	NoDirectory = "no-directory"
	NoHome      = "no-home"
)

// Here returns the environment of this process with dir, which may be relative,
// as the project: what looking for configuration starts from.
func Here(dir string) dialect.Environment {
	project, err := filepath.Abs(dir)
	if err != nil {
		project = dir // the current directory is gone; hooks will say so
	}
	return dialect.Environment{Project: project, Home: home(), Getenv: os.Getenv}
}

// home returns the user's home directory, or "". Without the variable it is that
// of the account: services often have none, and guards are meant for them too.
func home() string {
	if dir, err := os.UserHomeDir(); err == nil {
		return dir
	}
	if account, err := user.Current(); err == nil {
		return account.HomeDir
	}
	return ""
}

// missingPlaces says which places do not exist, so that configuration in them
// cannot be found.
func missingPlaces(env dialect.Environment) []hook.Diagnostic {
	var list []hook.Diagnostic
	if info, err := os.Stat(env.Project); err != nil || !info.IsDir() {
		list = append(list, diag.Errorf(NoDirectory, "there is no directory %s to look for hooks in and to run them in", env.Project).
			Fixf("name one that exists"))
	}
	if env.Home == "" && len(env.Files) == 0 {
		list = append(list, diag.Warnf(NoHome, "there is no home directory, so that hooks of the user are not found").Fixf("set HOME"))
	}
	return list
}

// Above returns the first directory above the project that has hooks of one of
// the dialects, and the file that they are in. It looks up to the root of the
// repository and short of the home directory. ok is false if there is none, or if
// the project itself has configuration.
func Above[D Dialect](dialects []D, env dialect.Environment) (dir, file string, ok bool) {
	for dir := env.Project; dir != env.Home; dir = filepath.Dir(dir) {
		at := env
		at.Project = dir
		for _, c := range Configured(dialects, at) {
			if c.InProject {
				return dir, c.first().Path, dir != env.Project
			}
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || dir == filepath.Dir(dir) {
			break
		}
	}
	return "", "", false
}
