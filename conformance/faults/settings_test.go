//go:build unix

package faults

import "testing"

// Settings that cannot be read are an error, never "no hooks".
func TestSettingsThatAreNoSettings(t *testing.T) {
	const write = `mkdir -p .llxprt; `
	const tail = `; grapnel fire BeforeTool < /dev/null > /dev/null`
	var faults []fault
	for name, script := range map[string]string{
		"cut off":                     `printf '{"enableHooks": true, "hooks": {"BeforeTool": [{' > .llxprt/settings.json`,
		"a list":                      `echo '[]' > .llxprt/settings.json`,
		"a number":                    `echo 5 > .llxprt/settings.json`,
		"NUL bytes":                   `printf '\0\0\0' > .llxprt/settings.json`,
		"UTF-16":                      `echo '{}' | iconv -t UTF-16 > .llxprt/settings.json`,
		"binary":                      `head -c 1000 /bin/sh > .llxprt/settings.json`,
		"too deep":                    `printf '{"a": %s' $(printf %0100000d 0 | tr 0 '[') > .llxprt/settings.json`,
		"too large":                   `head -c 20000000 /dev/zero | tr '\0' ' ' > .llxprt/settings.json`,
		"a directory":                 `mkdir .llxprt/settings.json`,
		"a pipe":                      `mkfifo .llxprt/settings.json`,
		"a link to /dev/zero":         `ln -s /dev/zero .llxprt/settings.json`,
		"a link to /dev/tty":          `ln -s /dev/tty .llxprt/settings.json`,
		"a link to nothing":           `ln -s nothing .llxprt/settings.json`,
		"a link to itself":            `ln -s settings.json .llxprt/settings.json`,
		"hooks is a list":             `echo '{"enableHooks": true, "hooks": []}' > .llxprt/settings.json`,
		"hooks is text":               `echo '{"enableHooks": true, "hooks": "x"}' > .llxprt/settings.json`,
		"two documents":               `echo '{} {}' > .llxprt/settings.json`,
		"text behind the object":      `echo '{} x' > .llxprt/settings.json`,
		"merge conflict":              `printf '{\n<<<<<<< HEAD\n}\n' > .llxprt/settings.json`,
		"HTML in place of the file":   `echo '<html>' > .llxprt/settings.json`,
		"large number in place of it": `echo 1e99999 > .llxprt/settings.json`,
	} {
		faults = append(faults, fault{name: name, run: write + script + tail, exit: 1, says: "settings.json"})
	}
	check(t, faults)
}

func TestOddSettingsStillGuard(t *testing.T) {
	settings := func(text string) map[string]string { return map[string]string{".llxprt/settings.json": text} }
	const fires = `grapnel fire BeforeTool < /dev/null`
	good := hooks(deny, "")
	check(t, []fault{
		{name: "byte order mark", files: settings("\ufeff" + good), run: fires, exit: 2},
		{name: "CRLF", files: settings("{\r\n" + good[1:]), run: fires, exit: 2},
		{name: "comments", files: settings("// guards\n" + good), run: fires, exit: 2},
		{name: "huge number elsewhere", files: settings(`{"n": 1e99999, ` + good[1:]), run: fires, exit: 2},
		{name: "unknown keys", files: settings(`{"x": {"y": [1]}, ` + good[1:]), run: fires, exit: 2},
		{name: "one bad hook beside a good one", files: settings(`{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [{"type": "command"}, {"type": "command", "command": "exit 2"}]}]}}`), run: fires, exit: 2},
		{name: "one bad group beside a good one", files: settings(`{"enableHooks": true, "hooks": {"BeforeTool": [5, {"hooks": [{"type": "command", "command": "exit 2"}]}]}}`), run: fires, exit: 2},
		{name: "timeout of another type", files: settings(hooks(deny, `"timeout": "soon"`)), run: fires + " > out; c=$?; cat out; ((c != 0))", says: "timeout"},
		{name: "negative timeout", files: settings(hooks(deny, `"timeout": -1`)), run: fires, exit: 2},
		{name: "huge timeout", files: settings(hooks(deny, `"timeout": 1e30`)), run: fires, exit: 2},
		{name: "in a read-only directory", files: settings(good), run: `chmod 555 .llxprt; ` + fires + `; c=$?; chmod 755 .llxprt; exit $c`, exit: 2},
		{name: "through a link", files: map[string]string{"real.json": good}, run: `mkdir .llxprt; ln -s ../real.json .llxprt/settings.json; ` + fires, exit: 2},
	})
}

// Settings that are replaced while events fire are the old ones or the new
// ones; half of them are an error. A guard is never skipped.
func TestSettingsThatChangeWhileEventsFire(t *testing.T) {
	files := map[string]string{".llxprt/settings.json": hooks(deny, "")}
	const loop = `cp .llxprt/settings.json good; while :; do %W; done & w=$!
		for i in {1..%N}; do grapnel fire BeforeTool < /dev/null > /dev/null 2>&1 || echo $? >> codes; done
		kill $w; wait $w 2> /dev/null; [ $(wc -l < codes) = %N ]`
	script := func(write, times string) string { return replace(replace(loop, "%W", write), "%N", times) }
	const replaced = `cp good new; mv new .llxprt/settings.json`
	check(t, []fault{
		{name: "renamed over the old ones", files: files, run: script(replaced, "20") + ` && ! grep -v 2 codes`},
		{name: "renamed, often", files: files, run: script(replaced, "200") + ` && ! grep -v 2 codes`, slow: true},
	})
}
