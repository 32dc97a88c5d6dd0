import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type ModelFamily,
  modelFamilies,
  plainOpenAi,
  refusalAnswer,
  sendFamilyAnswer,
} from "#server/testing/doubles/model-families.ts";
import { openUpstreamModel, type UpstreamModel } from "#server/testing/doubles/upstream-model.ts";

const SCRIPT = join(import.meta.dirname, "../../../../scripts/try-model.ts");

test("reports a model that needs nothing special", async () => {
  await using upstream = await openUpstreamModel();
  upstream.listed = ["test"];
  speakAs(upstream, plainOpenAi);
  const { code, out } = await tryModel(upstream);
  expect({ code, out }).toMatchInlineSnapshot(`
    {
      "code": 0,
      "out": "Asking test at URL 10 questions.

    1. Where is the nearest water?
       The model answered, with nearest: first word after N s, all after N s.
    2. Who can lend me a ladder?
       The model answered, with find: first word after N s, all after N s.
    3. And one closer to me?
       The model answered, with find: first word after N s, all after N s.
    4. How do I walk from here to Kettle Corner?
       The model answered, with find: first word after N s, all after N s.
    5. Is the tall ladder free on Saturday?
       The model answered, with find: first word after N s, all after N s.
    6. Where do I get coffee, and what is on tonight near me?
       The model answered, with find: first word after N s, all after N s.
    7. Hi, how are you today?
       The model answered: first word after N s, all after N s.
    8. How does borrowing work here?
       The model answered, with find: first word after N s, all after N s.
    9. Does anyone have a grand piano?
       The model answered, with find: first word after N s, all after N s.
    10. Please remember: my bike is locked at 3:00 & C.
       The model answered, with remember, and a card: first word after N s, all after N s.

    The model answered 10 of 10 questions.

    This server needed nothing special.
    Its window is not in its list of models. Looby needs 8,192 tokens; Ollama cuts silently below that.
    ",
    }
  `);
});

test.each<[string, (upstream: UpstreamModel) => void]>([
  [
    "writes its calls and thoughts as words",
    (upstream) => speakAs(upstream, familyNamed("Qwen without a tool parser")),
  ],
  ["returns signatures with its calls", (upstream) => speakAs(upstream, familyNamed("Gemini by Google"))],
  [
    "takes no tools and cites by number",
    (upstream) =>
      speakAs(upstream, {
        ...plainOpenAi,
        refuses: ({ tools }) => (tools === undefined ? null : refusal("test does not support tools")),
        words: (_, request) => plainOpenAi.words("There is one [1].", request),
      }),
  ],
  [
    "has a small window, calls freely and cites nothing",
    (upstream) =>
      speakAs(upstream, {
        ...plainOpenAi,
        refuses: ({ messages }) =>
          messages.length > 4 && messages.every(({ role }) => role !== "tool")
            ? refusal("This model's maximum context length is 4096 tokens.")
            : null,
        calls: (_, request) =>
          plainOpenAi.calls(
            [{ name: "Find", arguments: { query: "ladder", near: "7:15 & E", size: "many" } }],
            request,
          ),
        words: (_, request) => plainOpenAi.words("There is one.", request),
      }),
  ],
])("reports a model that %s", async (_, prepare) => {
  await using upstream = await openUpstreamModel();
  prepare(upstream);
  const { code, out } = await tryModel(upstream);
  expect(code, out).toBe(0);
  expect(out.slice(out.indexOf("\nThe model answered "))).toMatchSnapshot();
});

test.each<[string, (upstream: UpstreamModel) => unknown, RegExp]>([
  [
    "refuses the key",
    (upstream) => (upstream.answer = (response) => response.writeHead(401).end()),
    /^The server refuses requests without a key \(status 401\)\. Give its key as LLM_API_KEY\.$/m,
  ],
  [
    "does not have the model",
    (upstream) => {
      upstream.listed = Array.from({ length: 12 }, (_, index) => `m${index}`);
      upstream.answer = (response) => response.writeHead(404).end();
    },
    /^The server does not list test\. It lists m0, .*, m9 and 2 more\.$/m,
  ],
  [
    "is a web page",
    (upstream) => (upstream.answer = (response) => response.end("<!doctype html><title>Welcome</title>")),
    /^There is no language model at URL .*usually ends in \/v1/m,
  ],
  [
    "is not started",
    async (upstream) => await upstream[Symbol.asyncDispose](),
    /^Nothing answered at URL: ECONNREFUSED\. Is the server started/m,
  ],
])("stops after the first question when the server %s", async (_, prepare, says) => {
  await using upstream = await openUpstreamModel();
  await prepare(upstream);
  const { code, out } = await tryModel(upstream);
  expect(code).toBe(1);
  expect(out).toMatch(says);
  expect(upstream.asked.length).toBeLessThan(2);
});

/** Answers as a model of this family that calls one tool, if it may, and then cites what it got. */
function speakAs(upstream: UpstreamModel, family: ModelFamily): void {
  upstream.answer = async (response, request) => {
    const refused = family.refuses(request);
    if (refused !== null) return await sendFamilyAnswer(response, refusalAnswer(refused));
    const question = request.messages.findLast(({ role }) => role === "user")?.content ?? "";
    const results = request.messages.filter(({ role }) => role === "tool");
    const id = /"id":"([^"]+)"/.exec(results.map(({ content }) => content).join("\n"))?.[1];
    const call = callFor(question.slice(question.lastIndexOf("\n") + 1));
    const words = `Here you are${id === undefined ? "" : ` [^${id}]`}.`;
    await sendFamilyAnswer(
      response,
      request.tools !== undefined && results.length === 0 && call !== null
        ? family.calls([call], request)
        : family.words(words, request),
    );
  };
}

function familyNamed(name: string): ModelFamily {
  return modelFamilies.find((family) => family.name === name) as ModelFamily; // named by this test
}

function refusal(message: string) {
  return { status: 400, message };
}

function callFor(question: string) {
  if (question.includes("water")) return { name: "nearest", arguments: { what: "water" } };
  if (question.includes("remember"))
    return { name: "remember", arguments: { text: "The bike is at 3:00 & C." } };
  if (question.includes("how are you")) return null;
  return { name: "find", arguments: { what: "ladder" } };
}

async function tryModel({ url }: UpstreamModel): Promise<{ code: number; out: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string }>();
  const env = { ...process.env, LLM_API_KEY: "" };
  execFile(process.execPath, [SCRIPT, url, "test"], { env }, (error, stdout, stderr) => {
    const out = (stdout + stderr).replaceAll(url, "URL").replaceAll(/\d+\.\d s/g, "N s");
    resolve({ code: typeof error?.code === "number" ? error.code : 0, out });
  });
  return await promise;
}
