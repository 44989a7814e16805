package redact

import (
	"regexp"
	"strconv"
	"strings"
)

// form is a text with secrets, which stand between « and ». So that nobody
// takes this file for a leak, {36} stands for that many letters and digits, {36x}
// for hexadecimal digits, {16A} for capitals and digits, {40b} for base64.
type form struct{ name, text string }

// credentials have a shape of their own, whatever is around them.
func credentials() []form {
	return []form{
		{"AWS access key", "«AKIA{16A}»"},
		{"AWS session key", "«ASIA{16A}»"},
		{"AWS Bedrock key", "«ABSK{120b}»"},
		{"GitHub personal token", "«ghp_{36}»"},
		{"GitHub OAuth token", "«gho_{36}»"},
		{"GitHub user token", "«ghu_{36}»"},
		{"GitHub server token", "«ghs_{36}»"},
		{"GitHub refresh token", "«ghr_{76}»"},
		{"GitHub fine-grained token", "«github_pat_{22}_{59}»"},
		{"GitLab personal token", "«glpat-{20}»"},
		{"GitLab routable token", "«glpat-{27}.01.{9}»"},
		{"GitLab deploy token", "«gldt-{20}»"},
		{"GitLab runner token", "«glrt-{20}»"},
		{"GitLab job token", "«glcbt-64_{20}»"},
		{"GitLab trigger token", "«glptt-{40x}»"},
		{"Slack bot token", "«xoxb-123456789012-1234567890123-{24}»"},
		{"Slack user token", "«xoxp-123456789012-123456789012-123456789012-{32x}»"},
		{"Slack app token", "«xapp-1-A0123456789-1234567890123-{64x}»"},
		{"Slack refresh token", "«xoxe-1-{146A}»"},
		{"Slack webhook", "https://hooks.slack.com/services/«T0123456/B0123456/{24}»"},
		{"Stripe live key", "«sk_live_{24}»"},
		{"Stripe test key", "«sk_test_{24}»"},
		{"Stripe restricted key", "«rk_live_{24}»"},
		{"Stripe webhook secret", "«whsec_{32}»"},
		{"OpenAI key", "«sk-{20}T3BlbkFJ{20}»"},
		{"OpenAI project key", "«sk-proj-{74}T3BlbkFJ{74}»"},
		{"OpenAI service account key", "«sk-svcacct-{58}T3BlbkFJ{58}»"},
		{"Anthropic key", "«sk-ant-api03-{93}AA»"},
		{"Anthropic admin key", "«sk-ant-admin01-{93}AA»"},
		{"OpenRouter key", "«sk-or-v1-{64x}»"},
		{"Google API key", "«AIza{35}»"},
		{"Google access token", "«ya29.{60}»"},
		{"Google client secret", "«GOCSPX-{28}»"},
		{"Hugging Face token", "«hf_{34}»"},
		{"npm token", "«npm_{36}»"},
		{"PyPI token", "«pypi-AgEIcHlwaS5vcmc{60}»"},
		{"SendGrid key", "«SG.{22}.{43}»"},
		{"Shopify token", "«shpat_{32x}»"},
		{"Shopify custom token", "«shpca_{32x}»"},
		{"Shopify secret", "«shpss_{32x}»"},
		{"DigitalOcean token", "«dop_v1_{64x}»"},
		{"DigitalOcean OAuth token", "«doo_v1_{64x}»"},
		{"Vault service token", "«hvs.{90}»"},
		{"Vault batch token", "«hvb.{138}»"},
		{"Terraform token", "{14}«.atlasv1.{60}»"},
		{"Azure client secret", "«abc8Q~{34}»"},
		{"Twilio key", "«SK{32x}»"},
		{"Telegram token", "«1234567890:AA{33}»"},
		{"Discord token", "«MT{24}.GaBcDe.{38}»"},
		{"Discord webhook", "https://discord.com/api/webhooks/«123456789012345678/{68}»"},
		{"JSON web token", "«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx{20}.{43}»"},
		{"unsigned JSON web token", "«eyJhbGciOiJub25lIn0.eyJzdWIiOiIx{20}.»"},
		{"Docker token", "«dckr_pat_{27}»"},
		{"Grafana token", "«glsa_{32}_{8x}»"},
		{"Groq key", "«gsk_{52}»"},
		{"age key", "«AGE-SECRET-KEY-1{58A}»"},
		{"Notion token", "«ntn_{46}»"},
		{"Linear key", "«lin_api_{40}»"},
		{"RubyGems token", "«rubygems_{48x}»"},
		{"Alibaba key", "«LTAI{20}»"},
		{"RSA key", "«-----BEGIN RSA PRIVATE KEY-----\n{64b}\n{64b}\n{20b}==\n-----END RSA PRIVATE KEY-----»"},
		{"OpenSSH key", "«-----BEGIN OPENSSH PRIVATE KEY-----\n{70b}\n{70b}\n-----END OPENSSH PRIVATE KEY-----»"},
		{"key with a passphrase", "«-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0AF1\n\n{64b}\n-----END EC PRIVATE KEY-----»"},
		{"PGP key", "«-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2 (Linux)\n\n{64b}\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----»"},
		{"key in one line of JSON", `«-----BEGIN PRIVATE KEY-----\n{64b}\n{64b}\n-----END PRIVATE KEY-----»`},
		{"password in a URL", "postgres://app:«hunter2»@db.example.com:5432/app"},
		{"password with an @ in a URL", "mysql://root:«p@ss:w0rd»@localhost/x"},
		{"password in an escaped URL", `redis:\/\/:«hunter2»@cache\/0`},
		{"token in a URL", "https://«{40}»@github.com/a/b.git"},
		{"bearer", "Bearer «{40}»"},
		{"basic", "Basic «dXNlcjpodW50ZXIy»"},
	}
}

// assignments give a value to a name. They end a line.
func assignments() []form {
	return []form{
		{"environment", "DB_PASSWORD=«hunter2»"},
		{"environment, short", "TOKEN=«x» rest"},
		{"environment, with punctuation", "API_KEY=«a$b!c%d^e»"},
		{"export in quotes", `export GITHUB_TOKEN="«abc def»"`},
		{"export in single quotes", `export SECRET='«s3cr3t»'`},
		{"JSON", `{"password": "«hunter2»", "user": "bob"}`},
		{"JSON without spaces", `{"apiKey":"«abc123»","a":1}`},
		{"JSON over lines", "{\n  \"client_secret\":\n    \"«abc123»\"\n}"},
		{"JSON in a string", `"{\"password\": \"«hunter2»\", \"user\": \"bob\"}"`},
		{"JSON in a string in a string", `{\\\"token\\\": \\\"«abc123»\\\", \\\"a\\\": 1}`},
		{"JSON with an escaped quote", `{"password": "«hun\"ter2»", "a": 1}`},
		{"JSON with an escaped backslash", `{"password": "«hunter2\\\\»", "a": 1}`},
		{"YAML", "db:\n  password: «hunter2»\n  host: x"},
		{"YAML, a word", "password: «swordfish»\nuser: bob"},
		{"YAML in quotes", "password: '«hunter 2»'"},
		{"YAML with a comment", "password: «hunter2» # rotate me"},
		{"YAML text", "private_key: |\n  «line one\n  line two»\nuser: bob"},
		{"YAML below a key", "secrets:\n  first: «abc1»\n  second: «def2»\nuser: bob"},
		{"YAML with a name", "- name: DB_PASSWORD\n  value: «hunter2»\n- name: USER\n  value: bob"},
		{"TOML", `auth_token = "«abc123»"`},
		{"INI", "password = «hunter2»"},
		{"properties", "spring.datasource.password=«hunter2»"},
		{"XML", "<password>«hunter2»</password>"},
		{"XML attributes", `<add key="ApiSecret" value="«abc 123»"/>`},
		{"a pair in JSON text", `{"name": "DB_PASSWORD", "value": "«hunter2»"}`},
		{"a pair in escaped JSON", `{\"name\": \"DB_PASSWORD\", \"value\": \"«hunter2»\"}`},
		{"header", "X-Api-Key: «abc-123-def»"},
		{"authorization with a scheme", "Authorization: Bearer «abc.def_gh~i-j»"},
		{"authorization with an own scheme", "Authorization: Token «abc123»"},
		{"authorization without a scheme", "authorization: «abcdef123456»"},
		{"header of curl", "curl -H 'Authorization: Bearer «abcdef1234»' https://example.com"},
		{"second header of curl", `curl -H "X-Auth-Token: «abc123»" https://example.com`},
		{"user of curl", "curl -u bob:«hunter2» https://example.com"},
		{"option", "login --password «hunter2» --user bob"},
		{"option with =", "login --password=«hunter2» --user bob"},
		{"option in quotes", "login --api-key '«abc 123»' x"},
		{"option in a list", `["login", "--token", "«abc123»", "x"]`},
		{"mysql -p", "mysql -u root -p«hunter2» app"},
		{"sshpass -p", "sshpass -p «hunter2» ssh host"},
		{"docker login -p", "docker login -u bob -p «hunter2» registry"},
		{"query", "https://example.com/?access_token=«abc123»&page=2"},
		{"Azure storage", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=«{86b}»"},
		{"Azure signature", "https://x.blob.core.windows.net/c?sv=2024-01-01&sig=«{40}%3D»&se=2030"},
		{"AWS secret", "aws_secret_access_key = «{40b}»"},
		{"pwd", "pwd: «hunter2»"},
		{"pass", "DB_PASS=«hunter2»"},
		{"camel case", `dbPassword: "«hunter2»"`},
		{"with a number", "api_key_2 : «hunter2»"},
		{"passphrase", `passphrase = "«correct horse»"`},
		{"Go", `password := "«hunter2»"`},
		{"Python with a type", `password: str = "«hunter2»"`},
		{"Go with a type", `var password string = "«hunter2»"`},
		{"Ruby", `:password => "«hunter2»"`},
		{"index", `config["password"] = "«hunter2»"`},
		{"comparison", `if password == "«hunter2»" {`},
		{"raw string", `token = r'«abc123»'`},
		{"three quotes", `secret = """«abc123»"""`},
		{"backquotes", "token: `«abc123»`"},
		{"npm configuration", "//registry.npmjs.org/:_authToken=«abc-123-def»"},
		{"docker configuration", `{"auths": {"x": {"auth": "«dXNlcjpodW50ZXIy»"}}}`},
		{"number", "password: «12345»"},
		{"unclosed quote", "password=\"«hunter2 and»\nnext"},
		{"escaped lines", `text\nTOKEN=«abc123»\nmore`},
		{"private key without an end", "k: «-----BEGIN PRIVATE KEY-----\n{64b}\n{64b}»"},
		{"private key as a value", "SECRET_KEY=«-----BEGIN PRIVATE KEY-----\n{64b}\n-----END PRIVATE KEY-----» x"},
	}
}

// ordinary texts have no secrets.
func ordinaryTexts() []string {
	return []string{
		"",
		"the token is good, the password too",
		"max_tokens: 4096",
		`{"max_tokens": 4096, "maxOutputTokens": 100, "total_tokens": 123456}`,
		`"usage": {"input_tokens": 12, "output_tokens": 345678}`,
		"tokens: 123456",
		"token: 7",
		"if token: return",
		"if not password: raise ValueError",
		"while token: advance()",
		"tokenizer: gpt2",
		"tokenizer = AutoTokenizer.from_pretrained(name)",
		"eos_token: </s>",
		`"pad_token": "<pad>"`,
		"next_page_token: abc123",
		"password_file: /etc/pw1",
		"secretName: db-credentials-2",
		"token_type: bearer1",
		"password_min_length: 12",
		"token_count = 12345678",
		".sk-fading-circle .sk-circle-fade-dot { animation: sk-circle-fade-dot 1s }",
		"#sk-container-id-1 div.sk-parallel-item:only-child",
		"task-management-and-other-things-to-do-2024",
		"password = input()",
		"password = getpass.getpass('Password: ')",
		"password = os.environ[\"DB_PASSWORD\"]",
		"token = process.env.GITHUB_TOKEN",
		"func login(user, password string) error",
		"password: string;",
		"password?: string",
		"def login(user: str, password: str) -> None:",
		"token: Optional[str] = None",
		"this.token = token;",
		"connect(user=user, password=password)",
		"secret: config.secret,",
		"api_key = settings.OPENAI_API_KEY",
		"password = ${PASSWORD}",
		"TOKEN=$TOKEN",
		"TOKEN=\"$TOKEN\"",
		"GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}",
		"TOKEN=$(cat token.txt)",
		"set PASSWORD=%PASSWORD%",
		"password: {{ .Values.password }}",
		"password: <your password>",
		"password: ********",
		"password: null",
		"password: \"\"",
		"secrets: inherit",
		"permissions:\n  id-token: write",
		"fetch(url, {credentials: 'include'})",
		"credentials: include",
		"Token: expired",
		"password: see the wiki for how to get one",
		"Enter your password: ",
		"use --password to set it",
		"--password-file secrets.txt",
		"PWD=/home/bob/src",
		"commit 4f1c2a9e8b7d6c5f4e3d2c1b0a9f8e7d6c5b4a39",
		"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"id: 123e4567-e89b-12d3-a456-426614174000",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
		`"integrity": "sha512-q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA=="`,
		"https://example.com:8080/path?page=2&q=token",
		"git@github.com:owner/repo.git",
		"http://user@example.com/",
		"postgres://app:${DB_PASSWORD}@db/app",
		"basic authentication and bearer authentication",
		"Basic information about the project",
		"bearer of bad news",
		"pypi-server and pypi-publish",
		"npm_config_registry=https://registry.npmjs.org/",
		"hf_hub_download(repo_id)",
		"ghp_short",
		"AKIA is how they begin",
		"grep '-----BEGIN RSA PRIVATE KEY-----' finds them",
		"-----BEGIN PRIVATE KEY----- is how they begin",
		"-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
		"-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END CERTIFICATE-----",
		`{"properties": {"token": {"type": "string"}}}`,
		`"password": {"type": "string", "description": "what to log in with"}`,
		"password: {type: String, required: true}",
		`<input type="password" name="password">`,
		`<label for="password">Password</label>`,
		`"password": "Password"`,
		"primary_key: 12",
		"public_key = \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI\"",
		"keyboard: qwertz1",
		"compass=north1 bypass=1",
		"author: bob1",
		"12:30:45.123 level=info msg=\"started\" port=8080",
		"Password string `json:\"password\"`",
		"secret_key_ref:\n  name: x",
		"mysql -u root -p app",
		"ls -p dir; mkdir -p a/b1",
	}
}

var blank = regexp.MustCompile(`\{(\d+)([xAb]?)\}`)

// fill replaces the blanks of a form by characters that look random.
func fill(text string) string {
	const letters = "k7QzR2mW9xLpT4vB8nYcH3jD6fGsA5tE0uKwXqZrM1"
	alphabets := map[string]string{"": letters, "x": "0f7e3a9c5b1d8264", "A": "J7QZR2MW9XLPT4VB", "b": letters + "+/"}
	return blank.ReplaceAllStringFunc(text, func(match string) string {
		parts := blank.FindStringSubmatch(match)
		n, _ := strconv.Atoi(parts[1])
		alphabet := alphabets[parts[2]]
		return strings.Repeat(alphabet, n/len(alphabet)+1)[:n]
	})
}

// parts returns the text of a form, its secrets, and the text without them.
func (f form) parts() (text string, secrets []string, clean string) {
	rest := fill(f.text)
	for {
		before, after, found := strings.Cut(rest, "«")
		text, clean = text+before, clean+before
		if !found {
			return text, secrets, clean
		}
		secret, behind, _ := strings.Cut(after, "»")
		text, clean, rest = text+secret, clean+mark, behind
		secrets = append(secrets, secret)
	}
}
