//go:build agents

package agents

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
)

// allow is how hooks of Claude Code and of agents like it allow a tool.
const allow = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"neighbour"}}'`

// addsTo returns what adds a hook that allows everything to settings.
func addsTo(file, event, command string) func(world) {
	return func(w world) { w.addHook(file, event, command) }
}

// named returns a call of a tool.
func named(tool string, input fields) call { return call{tool: tool, input: input} }

func allAgents() []agent {
	return []agent{
		{
			name:      "claude",
			neighbour: addsTo(".claude/settings.json", "PreToolUse", allow),
			files: func(world) map[string]string {
				return map[string]string{".claude.json": `{"hasCompletedOnboarding":true}`}
			},
			env: func(w world) []string {
				return []string{
					"ANTHROPIC_BASE_URL=" + w.url, "ANTHROPIC_API_KEY=sk-test", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1",
					"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "IS_SANDBOX=1",
				}
			},
			command: func(w world) []string {
				return []string{
					w.installed("claude/node_modules/@anthropic-ai/claude-code-linux-x64/claude"), "-p", prompt,
					"--output-format", "stream-json", "--verbose", "--include-hook-events", "--allowedTools", "Bash,Write,Read,Edit",
				}
			},
			shell: func(command string) call { return named("Bash", fields{"command": command, "description": "run"}) },
			write: func(path, content string) call {
				return named("Write", fields{"file_path": path, "content": content})
			},
		},
		{
			name:      "codex",
			neighbour: addsTo(".codex/hooks.json", "PreToolUse", allow),
			files: func(w world) map[string]string {
				return map[string]string{".codex/config.toml": fmt.Sprintf(`model = "gpt-5.5"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = %q
env_key = "FAKE_KEY"
wire_api = "responses"
[projects.%q]
trust_level = "trusted"
`, w.url, w.project)}
			},
			env: func(w world) []string { return []string{"CODEX_HOME=" + w.home + "/.codex", "FAKE_KEY=k"} },
			command: func(w world) []string {
				return []string{
					w.installed("codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"), "exec",
					"--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-s", "danger-full-access", prompt,
				}
			},
			shell: func(command string) call { return named("exec_command", fields{"cmd": command}) },
			write: func(path, content string) call {
				return call{tool: "apply_patch", custom: true, input: "*** Begin Patch\n*** Add File: " + path + "\n+" + content + "*** End Patch\n"}
			},
		},
		{
			name:      "gemini",
			neighbour: addsTo(".gemini/settings.json", "BeforeTool", `echo '{"decision":"allow"}'`),
			files: func(world) map[string]string {
				return map[string]string{".gemini/settings.json": `{"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}},"hooksConfig":{"enabled":true}}`}
			},
			env: func(w world) []string {
				return []string{"GEMINI_CLI_HOME=" + w.home, "GEMINI_API_KEY=k", "GOOGLE_GEMINI_BASE_URL=" + w.url, "GEMINI_CLI_NO_RELAUNCH=true"}
			},
			command: func(w world) []string {
				return append(w.node("gemini/node_modules/@google/gemini-cli/bundle/gemini.js"),
					"--skip-trust", "--approval-mode", "yolo", "-m", "gemini-2.5-flash", "-o", "json", "-p", prompt)
			},
			shell: func(command string) call {
				return named("run_shell_command", fields{"command": command, "description": "run"})
			},
			write: func(path, content string) call {
				return named("write_file", fields{"file_path": path, "content": content})
			},
		},
		{
			name:      "qwen",
			neighbour: addsTo(".qwen/settings.json", "PreToolUse", allow),
			files: func(world) map[string]string {
				return map[string]string{".qwen/settings.json": `{"security":{"auth":{"selectedType":"openai"}}}`}
			},
			env: func(w world) []string {
				return []string{"OPENAI_BASE_URL=" + w.url + "/v1", "OPENAI_API_KEY=k", "OPENAI_MODEL=fake-model", "QWEN_CODE_NO_RELAUNCH=true"}
			},
			command: func(w world) []string {
				return append(w.node("qwen/node_modules/@qwen-code/qwen-code/cli-entry.js"), "-p", prompt, "--output-format", "json", "--yolo")
			},
			shell: func(command string) call {
				return named("run_shell_command", fields{"command": command, "description": "run", "is_background": false})
			},
			write: func(path, content string) call {
				return named("write_file", fields{"file_path": path, "content": content})
			},
		},
		{
			name: "copilot",
			neighbour: func(w world) {
				w.put(w.home, ".copilot/hooks/neighbour.json", `{"version":1,"hooks":{"PreToolUse":[{"type":"command","bash":"echo '{\"permissionDecision\":\"allow\"}'"}]}}`)
			},
			files: func(world) map[string]string { return nil },
			env: func(w world) []string {
				return []string{
					"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + w.url + "/v1", "COPILOT_PROVIDER_API_KEY=k",
					"COPILOT_MODEL=fake-model", "COPILOT_HOME=" + w.home + "/.copilot",
				}
			},
			command: func(w world) []string {
				return []string{w.installed("copilot/node_modules/@github/copilot-linux-x64/copilot"), "-p", prompt, "--allow-all-tools", "--no-auto-update"}
			},
			shell: func(command string) call { return named("bash", fields{"command": command, "description": "run"}) },
			write: func(path, content string) call {
				return named("create", fields{"path": path, "file_text": content})
			},
		},
		{
			name: "opencode",
			files: func(w world) map[string]string {
				return map[string]string{".config/opencode/opencode.json": fmt.Sprintf(`{"model":"fake/fake-model","permission":{"bash":"allow","edit":"allow"},
"provider":{"fake":{"npm":"@ai-sdk/openai-compatible","name":"fake","options":{"baseURL":%q,"apiKey":"k"},"models":{"fake-model":{"name":"fake","tool_call":true}}}}}`, w.url+"/v1")}
			},
			env: func(world) []string {
				return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1"}
			},
			command: func(w world) []string {
				return []string{w.installed("opencode/node_modules/opencode-linux-x64/bin/opencode"), "run", "--print-logs", prompt}
			},
			shell: func(command string) call { return named("bash", fields{"command": command, "description": "run"}) },
			write: func(path, content string) call {
				return named("write", fields{"filePath": path, "content": content})
			},
		},
		{
			name:      "droid",
			neighbour: addsTo(".factory/settings.json", "PreToolUse", allow),
			headless:  []hook.Kind{hook.PromptSubmit},
			files: func(w world) map[string]string {
				return map[string]string{".factory/settings.json": fmt.Sprintf(`{"customModels":[{"model":"fake-model","id":"custom:fake","baseUrl":%q,"apiKey":"k","provider":"generic-chat-completion-api"}]}`, w.url+"/v1")}
			},
			env: func(w world) []string {
				return []string{"FACTORY_API_BASE_URL=" + w.url, "FACTORY_API_KEY=fk-test"}
			},
			command: func(w world) []string {
				return []string{w.installed("droid/node_modules/@factory/cli-linux-x64/bin/droid"), "exec", "--auto", "high", "-m", "custom:fake", "--cwd", w.project, prompt}
			},
			shell: func(command string) call {
				return named("Execute", fields{"command": command, "riskLevel": "low", "riskLevelReason": "test"})
			},
			write: func(path, content string) call {
				return named("Create", fields{"file_path": path, "content": content})
			},
		},
		{
			name:  "cline",
			files: func(world) map[string]string { return nil },
			env:   func(w world) []string { return []string{"CLINE_DIR=" + w.home + "/.cline"} },
			before: func(w world) []string {
				return []string{
					w.installed("cline/node_modules/@cline/cli-linux-x64/bin/cline"), "auth", "--provider", "openai",
					"--apikey", "k", "--modelid", "fake-model", "--baseurl", w.url + "/v1",
				}
			},
			command: func(w world) []string {
				return []string{w.installed("cline/node_modules/@cline/cli-linux-x64/bin/cline"), "--json", "-c", w.project, prompt}
			},
			shell: func(command string) call { return named("run_commands", fields{"commands": []string{command}}) },
			write: func(path, content string) call {
				return named("editor", fields{"path": path, "new_text": content})
			},
		},
		{
			name: "pi",
			files: func(w world) map[string]string {
				return map[string]string{".pi/agent/models.json": fmt.Sprintf(`{"providers":{"fake":{"baseUrl":%q,"api":"openai-completions","apiKey":"k","models":[{"id":"fake-model","name":"fake","contextWindow":100000,"maxTokens":1000}]}}}`, w.url+"/v1")}
			},
			env: func(world) []string { return []string{"PI_OFFLINE=1", "PI_SKIP_VERSION_CHECK=1"} },
			command: func(w world) []string {
				return append(w.node("pi/node_modules/@earendil-works/pi-coding-agent/dist/cli.js"),
					"-p", "--mode", "json", "--provider", "fake", "--model", "fake-model", prompt)
			},
			shell: func(command string) call { return named("bash", fields{"command": command}) },
			write: func(path, content string) call {
				return named("write", fields{"path": path, "content": content})
			},
		},
	}
}
