import { NEEDED_WINDOW } from "#shared/features/chat/limits.ts";
import { limits } from "#server/config/limits.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { errorInBody } from "#server/platform/llm/completion-chunk.ts";
import type { ListedModel } from "#server/platform/llm/language-model.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import { fail } from "./operator-call.ts";
import { type Exchange, needsIn, recorded } from "./try-model-needs.ts";
import { questions, type Tried, tryQuestions } from "./try-model-talk.ts";

// `npm run try-model -- URL MODEL`: asks a language model ten questions through the chat's own code, without Looby's server or
// data, and says how it answered and what Looby had to adapt to. The exit status is 1 when the model answered fewer than half of them.

const LISTED = 10;
const USE = "Use it as: npm run try-model -- URL MODEL, with the server's key as LLM_API_KEY, not in the URL";

const { url, model, apiKey } = readArguments();
const exchanges: Exchange[] = [];
const egress = createEgress({ allowedOrigins: [new URL(url).origin], log: createLog("silent") });
const languageModel = openaiCompatibleModel(recorded(egress, exchanges), {
  baseUrl: url,
  apiKey,
  model,
  answerTokens: limits.answerTokens[0],
});
console.log(`Asking ${model} at ${url} ${questions.length} questions.\n`);
const listed = await languageModel.listModels(AbortSignal.timeout(60_000)).catch(() => null);
const entry = listed?.find(({ id }) => id === model) ?? (listed?.length === 1 ? listed[0] : undefined);
const all: Tried[] = [];
for await (const tried of tryQuestions(languageModel, entry?.takesTools !== false)) {
  const reason = all.length === 0 ? unusable() : null;
  if (reason !== null) fail(reason, 1);
  all.push(tried);
  console.log(lineOf(tried, all.length));
}
const answered = all.filter(({ failure }) => failure === null).length;
console.log(`\nThe model answered ${answered} of ${all.length} questions.\n`);
const needs = needsIn(exchanges);
console.log(needs.length === 0 ? "This server needed nothing special." : "This server needed:");
for (const need of needs) console.log(`- ${need}`);
console.log(windowLine());
process.exitCode = answered * 2 < all.length ? 1 : 0;

function readArguments(): { url: string; model: string; apiKey: string | null } {
  const [address = "", name = "", ...rest] = process.argv.slice(2);
  const parsed = URL.parse(address);
  const isUsable =
    /^https?:$/.test(parsed?.protocol ?? "") && parsed?.username === "" && parsed.search === "";
  if (!isUsable || name === "" || rest.length > 0) fail(USE, 2);
  const key = process.env["LLM_API_KEY"] ?? "";
  return { url: address.replace(/\/+$/, ""), model: name, apiKey: key === "" ? null : key };
}

function lineOf({ failure, steps, hasCard, firstSeconds, seconds }: Tried, number: number): string {
  const used = steps.length === 0 ? "" : `, with ${steps.join(", ")}`;
  const card = hasCard ? ", and a card" : "";
  const who = failure === null ? `The model answered${used}${card}` : `The library answered${used}`;
  const times = `first word after ${firstSeconds.toFixed(1)} s, all after ${seconds.toFixed(1)} s`;
  const why = failure === null || failure === "" ? "" : `\n   ${failure}`;
  return `${number}. ${questions[number - 1] ?? ""}\n   ${who}: ${times}.${why}`;
}

/** Why no question can be answered, with the remedy; null when the model's server answers. */
function unusable(): string | null {
  const asked = exchanges.filter(({ request }) => request.messages !== undefined);
  const last = asked.at(-1);
  if (last === undefined || asked.some(({ status, text }) => status === 200 && !isPage(text))) return null;
  const { status, text } = last;
  if (status === null)
    return `Nothing answered at ${url}: ${text}. Is the server started, and are its address and port right? A certificate of your own goes into NODE_EXTRA_CA_CERTS. In a container, 127.0.0.1 is the container itself. A model that is still loading answers later.`;
  if (status === 401 || status === 403)
    return `The server refuses ${apiKey === null ? "requests without a key" : "this key"} (status ${status}). Give its key as LLM_API_KEY.`;
  if (listed !== null && !listed.some(({ id }) => id === model || id === `${model}:latest`))
    return `The server does not list ${model}. It lists ${namesOf(listed)}.`;
  if (isPage(text) || (status === 404 && listed === null))
    return `There is no language model at ${url} (status ${status}). The address usually ends in /v1; on OpenRouter in /api/v1.`;
  return `The server refused the first question (status ${status}): ${errorInBody(text) || text.slice(0, 200)}`;
}

function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body)/i.test(text);
}

function namesOf(models: readonly ListedModel[]): string {
  const names = models.slice(0, LISTED).map(({ id }) => id);
  const more = models.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function windowLine(): string {
  const needed = NEEDED_WINDOW.toLocaleString("en");
  const window = entry?.window ?? null;
  if (window === null)
    return `Its window is not in its list of models. Looby needs ${needed} tokens; Ollama cuts silently below that.`;
  return `Its window: ${window.toLocaleString("en")} tokens${window < NEEDED_WINDOW ? `, too few: Looby needs ${needed}` : ""}.`;
}
