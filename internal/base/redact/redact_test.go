package redact

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestSecrets(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	pem := func(label, body string) string {
		return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----"
	}
	tests := []struct{ name, text, want string }{
		{"no secret", "the token is good, the password too", "the token is good, the password too"},

		{"key of 16 characters", "key sk-" + a(16) + ".", "key [REDACTED]."},
		{"key with dash and underscore", "sk-proj_" + a(6) + "-" + a(6), "[REDACTED]"},
		{"key of 15 characters", "sk-" + a(15), "sk-" + a(15)},
		{"key inside a word", "ask-" + a(20), "ask-" + a(20)},
		{"key with a dash at its end", "sk-" + a(16) + "-", "[REDACTED]-"},
		{"key in capitals", "SK-" + a(16), "SK-" + a(16)},

		{"GitHub token", "ghp_" + a(20), "[REDACTED]"},
		{"GitHub tokens of all kinds", "gho_" + a(20) + " ghu_" + a(20) + " ghs_" + a(20) + " ghr_" + a(36), "[REDACTED] [REDACTED] [REDACTED] [REDACTED]"},
		{"short GitHub token", "ghp_" + a(19), "ghp_" + a(19)},
		{"GitHub token of no kind", "ghx_" + a(20), "ghx_" + a(20)},
		{"GitHub token inside a word", "url_ghp_" + a(20) + "_x", "url_[REDACTED]_x"},

		{"Google key", "AIza" + a(10) + "_-" + a(8), "[REDACTED]"},
		{"short Google key", "AIza" + a(19), "AIza" + a(19)},
		{"Google key in lower case", "aiza" + a(30), "aiza" + a(30)},

		{"Slack tokens", "xoxb-1234567890 xoxa-" + a(10) + " xoxp-" + a(10) + " xoxr-" + a(10) + " xoxs-" + a(5) + "-" + a(5), "[REDACTED] [REDACTED] [REDACTED] [REDACTED] [REDACTED]"},
		{"short Slack token", "xoxb-123456789", "xoxb-123456789"},
		{"Slack token of no kind", "xoxz-1234567890", "xoxz-1234567890"},

		{"AWS key", "id AKIAIOSFODNN7EXAMPLE, ASIAIOSFODNN7EXAMPLE", "id [REDACTED], [REDACTED]"},
		{"AWS key that is too long", "AKIAIOSFODNN7EXAMPLE1 AKIAIOSFODNN7EXAMPLEx", "AKIAIOSFODNN7EXAMPLE1 AKIAIOSFODNN7EXAMPLEx"},
		{"AWS key inside a word", "xAKIAIOSFODNN7EXAMPLE", "xAKIAIOSFODNN7EXAMPLE"},

		{"private key", "a\n" + pem("RSA PRIVATE KEY", "MIIEow\nIBAAKC+/=") + "\nb", "a\n[REDACTED]\nb"},
		{"private key with a password", pem("EC PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0AF1\n\nMIIE"), "[REDACTED]"},
		{"private key in a string", `k = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n"`, `k = "[REDACTED]\n"`},
		{"private key as a value", "SECRET_KEY=" + pem("PRIVATE KEY", "MIIE") + " x", "SECRET_KEY=[REDACTED] x"},
		{"private key without an end", "-----BEGIN OPENSSH PRIVATE KEY-----\n" + a(20) + "\n(more)", "[REDACTED](more)"},
		{"two private keys", pem("PRIVATE KEY", "a") + pem("PRIVATE KEY", "b"), "[REDACTED][REDACTED]"},
		{"public key", pem("PUBLIC KEY", a(64)), pem("PUBLIC KEY", a(64))},
		{"talk about private keys", "grep '-----BEGIN RSA PRIVATE KEY-----' finds them", "grep '-----BEGIN RSA PRIVATE KEY-----' finds them"},
		{"more talk", "-----BEGIN PRIVATE KEY----- is how they begin", "-----BEGIN PRIVATE KEY----- is how they begin"},

		{"bearer", "Authorization: Bearer abc.def_gh~i-j", "Authorization: Bearer [REDACTED]"},
		{"bearer in any case, with spaces", "BEARER \t 0123456789", "BEARER \t [REDACTED]"},
		{"bearer and a no-break space", "bearer\u00a00123456789", "bearer\u00a0[REDACTED]"},
		{"short bearer", "Bearer 012345678", "Bearer 012345678"},
		{"bearer without space", "Bearer:0123456789", "Bearer:0123456789"},

		{"assignment", "MY_TOKEN=x rest", "MY_TOKEN=[REDACTED] rest"},
		{"assignment in any case, with spaces", "api_key_2 : hunter2", "api_key_2 : [REDACTED]"},
		{"secret and password", "clientSecret=1\npassword:2", "clientSecret=[REDACTED]\npassword:[REDACTED]"},
		{"value up to a quote", "TOKEN=abc\"def", "TOKEN=[REDACTED]\"def"},
		{"value in double quotes", `TOKEN="abc"`, `TOKEN="abc"`},
		{"value in single quotes", "TOKEN = 'abc'", "TOKEN = 'abc'"},
		{"name in quotes, as in JSON", `{"token":"abc"}`, `{"token":"abc"}`},
		{"no value", "TOKEN= ", "TOKEN= "},
		{"other separators", "TOKEN abc TOKEN-abc", "TOKEN abc TOKEN-abc"},
		{"api-key is no name", "api-key=abc", "api-key=abc"},

		{"one rule after the other", "OPENAI_API_KEY=sk-" + a(20) + ";x", "OPENAI_API_KEY=[REDACTED]"},
		{"bearer as a value", "TOKEN: Bearer 0123456789", "TOKEN: [REDACTED] [REDACTED]"},
		{"text around stays", "é sk-" + a(16) + " ü\xff", "é [REDACTED] ü\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Secrets(tt.text); got != tt.want {
				t.Errorf("Secrets(%q)\ngot  %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	tests := []struct{ name, raw, want string }{
		{"nothing to hide", `{ "a": [1.0, "x"] }`, `{ "a": [1.0, "x"] }`},
		{"string", `"TOKEN=a\"b"`, `"TOKEN=[REDACTED]\"b"`},
		{"inside", `{"n":1.50,"l":[{"t":"TOKEN=<x>"}]}`, `{"l":[{"t":"TOKEN=[REDACTED]"}],"n":1.50}`},
		{"escaped", `"\u0054OKEN=x"`, `"TOKEN=[REDACTED]"`},
		{"broken", `{"a"`, `{"a"`},
		{
			"keys that tell", `{"a":{"X-Api-Key":"1","apiKey":"2","dbPassword":"3","Authorization":"Basic 4","AWS_SECRET_ACCESS_KEY":"5"}}`,
			`{"a":{"AWS_SECRET_ACCESS_KEY":"[REDACTED]","Authorization":"[REDACTED]","X-Api-Key":"[REDACTED]","apiKey":"[REDACTED]","dbPassword":"[REDACTED]"}}`,
		},
		{"a list under a key that tells", `{"tokens":["a",["b"],1]}`, `{"tokens":["[REDACTED]",["[REDACTED]"],1]}`},
		{"what is no text stays", `{"maxTokens": 12, "secret": null, "password": "", "token": true}`, `{"maxTokens": 12, "secret": null, "password": "", "token": true}`},
		{"a parameter that is called so", `{"properties": {"token": {"type": "string"}}}`, `{"properties": {"token": {"type": "string"}}}`},
		{"hidden before", `{"token": "[REDACTED]"}`, `{"token": "[REDACTED]"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, redacted := JSON(json.RawMessage(tt.raw))
			if string(got) != tt.want || redacted != (tt.raw != tt.want) {
				t.Errorf("got %s, %v; want %s", got, redacted, tt.want)
			}
		})
	}
}

// A name may be a secret's many times over, and is still read only once.
func TestALongNameIsReadOnce(t *testing.T) {
	text := strings.Repeat("token", 150_000)
	start := time.Now()
	if got := Secrets(text); got != text {
		t.Error("it was taken for a secret")
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

// patterns say what the rules mean, slowly.
var patterns = func() []*regexp.Regexp {
	const space = `[\s\v\p{Z}\x{feff}]`
	const line = `(?:-?[A-Za-z0-9+/= \t\r\n\\:,])`
	return []*regexp.Regexp{
		regexp.MustCompile(`()-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z0-9 ]*-----(?:` + line + `*-----END [A-Z0-9 ]*-----|` +
			line + `*?-?[A-Za-z0-9+/=]{20}` + line + `*)`),
		regexp.MustCompile(`()\bsk-[A-Za-z0-9_-]{16,}\b`),
		regexp.MustCompile(`()gh[pousr]_[A-Za-z0-9]{20,}`),
		regexp.MustCompile(`()AIza[A-Za-z0-9_-]{20,}`),
		regexp.MustCompile(`()xox[baprs]-[A-Za-z0-9-]{10,}`),
		regexp.MustCompile(`()\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`),
		regexp.MustCompile(`(\b(?i:bearer)` + space + `+)[A-Za-z0-9._~-]{10,}`),
		regexp.MustCompile(`([A-Za-z0-9_]*(?i:TOKEN|API_KEY|SECRET|PASSWORD)[A-Za-z0-9_]*` + space + `*[=:]` + space + `*)[^\s\v\p{Z}\x{feff}"']+`),
	}
}()

// FuzzSecrets compares the rules with the patterns, and looks for secrets that
// are left over: what went through once has none, and neither has JSON that
// holds it.
func FuzzSecrets(f *testing.F) {
	for _, seed := range []string{
		"", "TOKEN=x", "sk-aaaaaaaaaaaaaaaa-", "Bearer 0123456789=", "xoxb-0123456789_AIzaaaaaaaaaaaaaaaaaaaaa",
		"ghp_aaaaaaaaaaaaaaaaaaaaTOKEN=x", "PASSWORD:\u00a0'x' SECRET:\ufeffy", "\xffTOKEN=\xff",
		"AKIAIOSFODNN7EXAMPLE-----BEGIN PRIVATE KEY-----\nMIIE-\n-----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----aaaaaaaaaaaaaaaaaaaa-a--",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Secrets(text)
		if want := slowly(text); once != want && !strings.ContainsAny(text, "\u212a\u017f") {
			t.Fatalf("%q becomes\n%q and not\n%q", text, once, want)
		}
		if twice := Secrets(once); twice != once {
			t.Fatalf("%q becomes %q, then %q", text, once, twice)
		}
		raw, err := json.Marshal(map[string]string{"k": text})
		if err != nil {
			t.Fatal(err)
		}
		clean, _ := JSON(raw)
		if again, redacted := JSON(clean); redacted {
			t.Fatalf("%s becomes %s, then %s", raw, clean, again)
		}
	})
}

func slowly(text string) string {
	for _, re := range patterns {
		text = re.ReplaceAllString(text, "${1}"+mark)
	}
	return text
}

func BenchmarkSecrets(b *testing.B) {
	plain := strings.Repeat("building package number one of many: ok 0.2s\n", 1000)
	for name, text := range map[string]string{
		"plain":   plain,
		"secrets": strings.Repeat("export API_KEY=abcdef; curl -H 'Authorization: Bearer 0123456789' sk-0123456789abcdef\n", 500),
		"dashes":  strings.Repeat("-----BEGIN PRIVATE KEY-----\n", 1600),
		"words":   strings.Repeat("a token, a secret, no password\n", 1500),
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
