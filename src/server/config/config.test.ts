import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { NEEDED_WINDOW } from "#shared/features/chat/limits.ts";
import { readConfig } from "./config.ts";
import { settingGroups } from "./environment-settings.ts";
import { limits } from "./limits.ts";

test("runs completely on one machine without any settings", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    database: { url: null },
    languageModel: null,
    embeddings: null,
    speech: null,
    s3: null,
    mail: null,
    sampleData: true,
    demoMode: false,
  });
});

test("reads the public address as browsers write it", () => {
  for (const written of ["https://Looby.Example", "https://looby.example:443/", "https://looby.example//"])
    expect(readConfig({ PUBLIC_URL: written }).publicUrl).toBe("https://looby.example");
});

test("rejects an invalid value in one line with the setting's name and allowed values", () => {
  const bad: [Record<string, string>, RegExp][] = [
    [{ PORT: "eighty" }, /^PORT="eighty": takes a whole number from 0 to 65535\.$/],
    [{ PORT: "70000" }, /^PORT/],
    [{ SAMPLE_DATA: "yes" }, /^SAMPLE_DATA="yes": takes on or off\.$/],
    [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL: takes an address beginning with postgres:/],
    [{ LLM_BASE_URL: "http://127.0.0.1:1" }, /^LLM_MODEL is missing; it goes with LLM_BASE_URL\.$/],
    [{ S3_ENDPOINT: "https://s3.example.org" }, /^S3_ACCESS_KEY_ID is missing/],
    [{ SECRET: "short" }, /^SECRET: takes at least 32 characters\.$/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL/],
    [{ PUBLIC_URL: "looby.example" }, /^PUBLIC_URL: takes an address beginning with http/],
    [
      { PUBLIC_URL: "https://festival.example/looby/" },
      /^PUBLIC_URL="https:\/\/festival\.example\/looby": takes an address without a folder/,
    ],
    [{ PUBLIC_URL: "https://looby.example?x=1" }, /^PUBLIC_URL/],
    [{ PUBLIC_URL: "https://user@looby.example" }, /^PUBLIC_URL/],
    [{ TELEGRAM_BOT_TOKEN: "not a token" }, /^TELEGRAM_BOT_TOKEN/],
    [{ TELEGRAM_BOT_TOKEN: "1:a", TELEGRAM_WEBHOOK: "on" }, /^TELEGRAM_WEBHOOK/],
    [{ LIMIT_FACTOR: "0" }, /^LIMIT_FACTOR/],
    [{ MEM0_URL: "https://m.example.org" }, /^MEM0_API_KEY is missing; MEM0_API=platform takes one\.$/],
    [{ MEM0_API: "server", MEM0_API_KEY: "key" }, /^MEM0_URL is missing; MEM0_API=server takes one\.$/],
    [{ MEM0_API: "cloud" }, /^MEM0_API="cloud": takes platform or server\.$/],
    [
      { LIMITS: "60" },
      /^LIMITS: takes a JSON object such as \{"userRuns":60\}; LIMITS_FILE takes its path\.$/,
    ],
    [{ LIMITS: "{userRuns:60}" }, /^LIMITS: takes a JSON object/],
    [{ LIMITS: '{"userRun":60}' }, /^LIMITS: userRun is none of answerTokens, userRuns, visitorRuns, /],
    [{ LIMITS: '{"userRuns":0}' }, /^LIMITS: userRuns takes a whole number from 1 to 1000000000\.$/],
    [{ LIMITS: '{"userPhotoMb":null}' }, /^LIMITS: userPhotoMb takes a whole number from 0 to 1000000\.$/],
    [
      { LLM_USER_RUNS: "5", QUOTA_USER_PHOTO_MB: "9" },
      /^Set LIMITS=\{"userRuns":5,"userPhotoMb":9\} instead of LLM_USER_RUNS, QUOTA_USER_PHOTO_MB\.$/,
    ],
    [{ LLM_TOTAL_RUNS_FILE: "/run/secrets/runs" }, /instead of LLM_TOTAL_RUNS_FILE\.$/],
  ];
  for (const [env, message] of bad) expect(() => readConfig(env), JSON.stringify(env)).toThrow(message);
});

test("connects Mem0 by an API key or by the address of a self-hosted server", () => {
  expect(readConfig({}).mem0).toBeNull();
  const hosted = { api: "platform", apiKey: "key", url: "https://api.mem0.ai" };
  expect(readConfig({ MEM0_API_KEY: "key" }).mem0).toEqual(hosted);
  const ownMem0 = { api: "server", apiKey: null, url: "http://127.0.0.1:8888" };
  expect(readConfig({ MEM0_API: "server", MEM0_URL: "http://127.0.0.1:8888/" }).mem0).toEqual(ownMem0);
});

test("overrides the limits named in LIMITS and multiplies budgets by LIMIT_FACTOR", () => {
  const { limits: read } = readConfig({ LIMITS: '{"userRuns":5,"visitorNeeds":0}', LIMIT_FACTOR: "2" });
  expect(read).toMatchObject({
    userRuns: 10,
    visitorRuns: 20,
    answerTokens: 2048,
    visitorNeeds: 0,
    userNeeds: 500,
  });
});

test("never shows a secret in the error message", () => {
  expect(() => readConfig({ SECRET: "hunter2" })).toThrow(/^(?!.*hunter2)/);
  expect(() => readConfig({ TELEGRAM_BOT_TOKEN: "hunter2" })).toThrow(/^(?!.*hunter2)/);
  expect(() => readConfig({ DATABASE_URL: "mysql://root:hunter2@x" })).toThrow(/^(?!.*hunter2)/);
});

test("reads a setting from a file, which hides it from the process list", () => {
  const folder = mkdtempSync(join(tmpdir(), "looby-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "secret");
  writeFileSync(file, `${"s".repeat(40)}\n`);
  expect(readConfig({ SECRET_FILE: file }).secret).toBe("s".repeat(40));
  expect(readConfig({ SECRET_FILE: "" }).secret).toBeNull();
  expect(() => readConfig({ SECRET_FILE: join(folder, "no") })).toThrow(/^SECRET_FILE: .* cannot be read\.$/);
  expect(() => readConfig({ SECRET_FILE: file, SECRET: "t".repeat(40) })).toThrow(
    /^SECRET and SECRET_FILE are both/,
  );
});

// After a change of a setting: npm test -- src/server/config/config.test.ts --update
test("writes every setting and limit with its default to docs/configuration.md", async () => {
  const rows = Object.entries(limits).map(
    ([name, [value, , , meaning]]) => [name, `${value}`, meaning] as const,
  );
  const chapters = Object.entries(settingGroups).map(([topic, group]) => `## ${topic}\n\n${tableOf(group)}`);
  const document = [
    "# Configuration",
    "The server reads its settings from the environment at startup; an invalid value stops it with a message that names the setting. Any setting can be a file: `SECRET_FILE=/run/secrets/secret` in place of `SECRET`.",
    ...chapters,
    'A key that is missing in `LIMITS` keeps its default. `LIMITS={"userRuns":120,"userPhotoMb":500}` changes two of these:',
    tableOf(rows),
    modelWindows,
  ].join("\n\n");
  await expect(`${document}\n`).toMatchFileSnapshot("../../../docs/configuration.md");
});

const modelWindows = `## The window of a language model

Tokens of a request, estimated from made-up texts with ids as long as a server's, by the tokenizer of the first LLaMA (models with a larger vocabulary need fewer); \`npm run bench prompt-window\` measures a talk with shorter ids and texts. The answer, at most \`answerTokens\`, needs room in the same window.

| request | first question | tenth question, at most |
| --- | --- | --- |
| chat, answers from the library off | 240 | 1,300 |
| chat with a model without tools | 1,400, with eight long texts found 2,000 | 3,500 |
| chat with a model with tools | 2,700, with eight long texts found 3,300 | 3,700, with long texts 4,800 |
| the same after tool calls | 1,000 more for each result, at most 3,200 | the same |
| title of a memory | 250 and the memory, at most 800 | |
| daily quest | 650 and the thought, at most 1,200 | |

A message of 8,000 characters, the longest, adds 2,000. So ${NEEDED_WINDOW.toLocaleString("en")} tokens are enough for everything usual, and \`npm run doctor\` warns below that where the server lists its window. A window of 4,096 holds chat without tools, titles and quests with \`LIMITS={"answerTokens":512}\`, and with tools only the first questions of a talk. A server with a smaller window refuses the request or drops its beginning, which are Looby's rules.

- **Ollama** lists no window. With less than 24 GB of video memory it starts every model with 4,096 tokens (earlier versions with 2,048), whatever the model could have, and drops what does not fit without an error. Start it with \`OLLAMA_CONTEXT_LENGTH=${NEEDED_WINDOW}\`, or make a model whose Modelfile has \`PARAMETER num_ctx ${NEEDED_WINDOW}\`; requests in OpenAI's format cannot set it. \`ollama ps\` shows the window of a loaded model.
- **llama-server**: start it with \`-c ${NEEDED_WINDOW}\`. With \`-np\`, its slots share that number: multiply it.
- **vLLM** and **SGLang**: \`--max-model-len\` and \`--context-length\`, if you lower them.
- **LM Studio**: choose the context length when you load the model; without a choice it is often 4,096.

## Which model works

\`npm run try-model -- http://127.0.0.1:11434/v1 qwen3\` asks a model ten questions about a made-up festival in about a minute, with the chat's own code and without Looby's server or data. The key is \`LLM_API_KEY\` in the environment: npm and the list of processes show what stands in the command. For each question it prints whether the model or the library answered, the abilities it used, and the seconds to the first word and in all. Then it lists whatever Looby had to adapt to:

| line | remedy |
| --- | --- |
| calls read from its text | Looby reads the forms of the usual models; a tool parser is surer: vLLM \`--enable-auto-tool-choice --tool-call-parser\`, llama-server \`--jinja\` |
| thoughts cut from its text | a reasoning parser: vLLM \`--reasoning-parser\`, llama-server \`--reasoning-format\` |
| no tools | the model gets only what a search found; choose one that is offered with tools |
| a shorter prompt | a larger window, see above |
| calls with good will, refused calls, fields left out | many of them: choose a larger model |
| citations by number, none | Looby finds the sources, by number or title |
| fields sent back, “” in place of null, another form of stream | none needed |

Its status is 1 when the model answered fewer than half of the questions. A server that cannot be reached, refuses the key or does not have the model is named after the first question, with the models it lists.`;

function tableOf(rows: readonly (readonly [name: string, value: string, meaning: string])[]): string {
  const lines = rows.map(
    ([name, value, meaning]) => `| \`${name}\` | ${value && `\`${value}\``} | ${meaning} |`,
  );
  return ["| name | default | meaning |", "| --- | --- | --- |", ...lines].join("\n");
}
