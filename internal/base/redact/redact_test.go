package redact

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSecretsAreRemoved(t *testing.T) {
	all := append(credentials(), assignments()...)
	if len(all) < 100 {
		t.Errorf("only %d forms", len(all))
	}
	for _, f := range all {
		t.Run(f.name, func(t *testing.T) {
			text, _, want := f.parts()
			if got := Secrets(text); got != want {
				t.Errorf("Secrets(%q)\ngot  %q\nwant %q", text, got, want)
			}
			if again := Secrets(want); again != want {
				t.Errorf("the second time %q becomes %q", want, again)
			}
		})
	}
}

func TestOrdinaryTextStays(t *testing.T) {
	all := ordinaryTexts()
	if len(all) < 60 {
		t.Errorf("only %d texts", len(all))
	}
	for _, text := range all {
		t.Run(text, func(t *testing.T) {
			if got := Secrets(text); got != text {
				t.Errorf("got %q", got)
			}
			if found := Find(text); found != nil {
				t.Errorf("found %v", found)
			}
		})
	}
}

func TestFindNamesWhatItFinds(t *testing.T) {
	for text, want := range map[string]string{
		"x ghp_{36} y":                         "a GitHub token",
		"sk-ant-api03-{93}AA":                  "an API key",
		"AKIA{16A}":                            "an AWS access key",
		"DB_PASSWORD=hunter2hunter2":           "a password or key",
		`password = "hunter2"`:                 "a password or key",
		"postgres://app:hunter2@db/app":        "a password in a URL",
		"Authorization: Bearer {40}":           "a password or key",
		"-----BEGIN PRIVATE KEY-----\n{64b}\n": "a private key",
	} {
		text = fill(text)
		found := Find(text)
		if len(found) != 1 || found[0].What != want {
			t.Errorf("Find(%q) = %v, want %s", text, found, want)
			continue
		}
		if rest := text[:found[0].Start] + mark + text[found[0].End:]; rest != Secrets(text) {
			t.Errorf("what is found in %q is not what is removed: %q", text, rest)
		}
	}
}

// What is only likely goes from logs, but nobody is stopped because of it.
func TestFindLeavesOutWhatIsOnlyLikely(t *testing.T) {
	for _, text := range []string{
		"password: swordfish\n",
		`"password": "Enter your password"`,
		`password = "changeme"`,
		"API_KEY=your-api-key-here",
		"postgres://user:password@localhost/x",
		"secrets:\n  first: one\n",
	} {
		if found := Find(text); found != nil {
			t.Errorf("Find(%q) = %v", text, found)
		}
		if Secrets(text) == text {
			t.Errorf("%q stays in logs", text)
		}
	}
}

// A credential never survives, whatever text is around it.
func TestAPlantedCredentialNeverSurvives(t *testing.T) {
	texts := rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom(hostile()),
		rapid.SampledFrom(append(ordinaryTexts(), `{"password": "`, "token: ", "token=", `\"secret\": \"`, "-----BEGIN ", "https://", "Bearer ", "sk-", "ghp_", "- name: TOKEN\n  value: ")),
	)
	between := rapid.SampledFrom([]string{" ", "\n", `"`, "'", "(", ",", ";", "\t", `\n`, "%20", "<"})
	forms := credentials()
	rapid.Check(t, func(t *rapid.T) {
		text, secrets, _ := rapid.SampledFrom(forms).Draw(t, "form").parts()
		before := strings.Join(rapid.SliceOfN(texts, 0, 4).Draw(t, "before"), "")
		after := strings.Join(rapid.SliceOfN(texts, 0, 4).Draw(t, "after"), "")
		whole := before + between.Draw(t, "left") + text + between.Draw(t, "right") + after
		clean := Secrets(whole)
		for _, secret := range secrets {
			if strings.Contains(clean, secret) {
				t.Fatalf("%q survives in %q", secret, clean)
			}
		}
		if again := Secrets(clean); again != clean {
			t.Fatalf("%q becomes\n%q, then\n%q", whole, clean, again)
		}
	})
}

// hostile texts make one rule or another look far, again and again.
func hostile() []string {
	return []string{
		"AKIA", "ASIAA", "token", "token=", "password:", "password: \"", `"password": {`, `"a": [`, "secrets:\n ", "-----BEGIN PRIVATE KEY-----\n", "-----BEGIN ",
		"ghp_", "github_pat_", "sk-", "sk-a-", "eyJ", ".eyJ", "-eyJ", "eyJaaaaaaaaaa.", "://", "://a:", "://a:b@", ":AA", "1:AA", "Bearer ", "bearer  ", "basic a",
		" -p", " -u a:", "mysql -p", "--password ", "--token", "<password>", "<token>a", "\\", "\\\"", ": \\\\", "=", ":", "a.", "M.aaaaaa.", "hooks.slack.com/services/",
		`"name": "TOKEN", "value": `, "name: token\nvalue: ", "password: |\n ", "password=$", `password="${`, "Q~", "a: str = ", " ", "- ", "\n", "x-token: {a: 1} ", "\"", "{", "[",
		`{"value":`, `{"name":"token","value":`, "é", "\xff", "password: a ", "token = a.", "if token:", `"token": 1`,
	}
}

// FuzzSecrets looks for panics, and for secrets that only a second look finds.
func FuzzSecrets(f *testing.F) {
	for _, form := range append(credentials(), assignments()...) {
		text, _, _ := form.parts()
		f.Add(text)
	}
	for _, text := range append(ordinaryTexts(), hostile()...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Secrets(text)
		if twice := Secrets(once); twice != once {
			t.Fatalf("%q becomes\n%q, then\n%q", text, once, twice)
		}
		end := 0
		for _, found := range Find(text) {
			if found.Start < end || found.End <= found.Start || found.End > len(text) {
				t.Fatalf("finding %v in %q", found, text)
			}
			end = found.End
		}
	})
}

func BenchmarkSecrets(b *testing.B) {
	for name, text := range map[string]string{
		"log":     strings.Repeat("building package number one of many: ok 0.2s\n", 20_000),
		"program": strings.Repeat("\tif err := s.open(ctx, path); err != nil {\n\t\treturn fmt.Errorf(\"open %s: %w\", path, err)\n\t}\n", 10_000),
		"prose":   strings.Repeat("The quick brown fox jumps over the lazy dog. Then it sleeps, as foxes do.\n", 10_000),
		"image":   strings.Repeat("iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/", 10_000),
		"secrets": strings.Repeat("export API_KEY=abcdef; curl -H 'Authorization: Bearer 0123456789' sk-0123456789abcdef\n", 5_000),
		"words":   strings.Repeat("a token: it is secret, no password=\n", 15_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Secrets(text)
			}
		})
	}
}
