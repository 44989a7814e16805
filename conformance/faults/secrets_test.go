//go:build unix

package faults

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// secret is a text with a secret between « and ». So that nobody takes this file
// for a leak, {36} means that many letters and digits, {36x} hexadecimal digits.
type secret struct{ name, text string }

func secrets() []secret {
	return []secret{
		{"AWS", "«AKIAQ7ZLP2MX4RTVWK3N»"},
		{"GitHub", "«ghp_{36}»"},
		{"GitHub, fine-grained", "«github_pat_{22}_{59}»"},
		{"GitLab", "«glpat-{20}»"},
		{"Slack", "«xoxb-123456789012-1234567890123-{24}»"},
		{"Slack app", "«xapp-1-A0123456789-1234567890123-{64x}»"},
		{"Stripe", "«sk_live_{24}»"},
		{"OpenAI", "«sk-proj-{74}T3BlbkFJ{74}»"},
		{"Anthropic", "«sk-ant-api03-{93}AA»"},
		{"Google", "«AIza{35}»"},
		{"Google access token", "«ya29.{60}»"},
		{"Google client secret", "«GOCSPX-{28}»"},
		{"Hugging Face", "«hf_{34}»"},
		{"npm", "«npm_{36}»"},
		{"PyPI", "«pypi-AgEIcHlwaS5vcmc{60}»"},
		{"SendGrid", "«SG.{22}.{43}»"},
		{"Shopify", "«shpat_{32x}»"},
		{"DigitalOcean", "«dop_v1_{64x}»"},
		{"Vault", "«hvs.{90}»"},
		{"Azure", "AccountName=x;AccountKey=«{86}==»;EndpointSuffix=y"},
		{"Twilio", "«SK{32x}»"},
		{"Telegram", "«1234567890:AA{33}»"},
		{"Discord", "«MT{24}.GaBcDe.{38}»"},
		{"JSON web token", "«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx{20}.{43}»"},
		{"private key", "-----BEGIN PRIVATE KEY-----\n«{64}»\n-----END PRIVATE KEY-----\n"},
		{"SSH key", "-----BEGIN OPENSSH PRIVATE KEY-----\n«{70}»\n-----END OPENSSH PRIVATE KEY-----\n"},
		{"password in a URL", "postgres://app:«hunter2hunter2»@db/app"},
		{"Bearer", "Authorization: Bearer «{40}»"},
		{"Basic", "Authorization: Basic «{40}»"},
		{"environment", "DB_PASSWORD=«hunter2hunter2»"},
		{"export", `export API_TOKEN="«hunter2hunter2»"`},
		{"JSON", `{"password": "«hunter2hunter2»"}`},
		{"JSON in JSON", `{"a": "{\"password\": \"«hunter2hunter2»\"}"}`},
		{"YAML", "db:\n  password: «hunter2hunter2»\n"},
		{"TOML", `secret = "«hunter2hunter2»"`},
		{"command line", "mysql --password=«hunter2hunter2» db"},
		{"command line, two words", "tool --token «hunter2hunter2» x"},
		{"name and value", `{"name": "DB_PASSWORD", "value": "«hunter2hunter2»"}`},
	}
}

// What a payload, a hook's reason or its stderr has of secrets is neither in the
// journal nor in what trace prints of it, which is what replay reads.
func TestSecretsAreNotKept(t *testing.T) {
	var faults []fault
	for _, s := range secrets() {
		text, hidden := s.parts()
		faults = append(faults, fault{
			name: s.name,
			files: with(guard("cat s >&2; cat s; exit 2"), "s", text,
				"p.json", fmt.Sprintf(`{"tool_name": "x", "tool_input": {"content": %s, "list": [%s]}}`, quote(text), quote("before "+text))),
			run: fire + `--record < p.json > /dev/null 2>&1
				grapnel trace --json > replay.json; id=$(grep -o '"id":"[^"]*"' replay.json | head -1 | cut -d'"' -f4)
				cat replay.json $GRAPNEL_STATE_DIR/journal/*; grapnel trace $id; grapnel trace`,
			says: `"blocked":true`, never: hidden,
		})
	}
	check(t, faults)
}

func TestOrdinaryTextIsKept(t *testing.T) {
	var faults []fault
	for _, text := range []string{
		"max_tokens: 4096", "if token: return", "tokenizer: gpt2", ".sk-spinner { color: red }", "commit 3dd65c8a1b2c3d4e5f60718293a4b5c6d7e8f901",
		"id 123e4567-e89b-12d3-a456-426614174000", "the password is asked for later", "https://example.com/a?b=c",
	} {
		faults = append(faults, fault{
			name: text, files: with(guard(deny), "p.json", fmt.Sprintf(`{"tool_name": "x", "tool_input": {"content": %s}}`, quote(text))),
			run: fire + `--record < p.json > /dev/null 2>&1; grapnel trace --json`, says: text,
		})
	}
	check(t, faults)
}

var runs = regexp.MustCompile(`\{(\d+)(x?)\}`)

// parts returns the text with its secret, and the secret.
func (s secret) parts() (text, hidden string) {
	filled := runs.ReplaceAllStringFunc(s.text, func(run string) string {
		m := runs.FindStringSubmatch(run)
		n, err := strconv.Atoi(m[1])
		if err != nil {
			panic(err) // the pattern matches digits
		}
		alphabet := "q7Zl2pMx4RtVwK3nB9sD1fG5hJ8kL0cYaEuI6oTe"
		if m[2] == "x" {
			alphabet = "3f9a1c7e5b0d2846"
		}
		return strings.Repeat(alphabet, n/len(alphabet)+1)[:n]
	})
	_, after, _ := strings.Cut(filled, "«")
	hidden, _, _ = strings.Cut(after, "»")
	return strings.NewReplacer("«", "", "»", "").Replace(filled), hidden
}
