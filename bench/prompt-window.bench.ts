/**
 * The tokens of a request to a language model with tools, at the first and the tenth question of a talk, each with eight items found. Models
 * on a camp's own machine have a window of 4,096 or 8,192 tokens for the request and the answer. Counted by the tokenizer of the first
 * LLaMA: its vocabulary is smaller than that of newer models, which need fewer tokens. The rival is the rule of thumb, four characters a token.
 *
 * node bench/prompt-window.bench.ts
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import tokenizer from "llama-tokenizer-js";
import { openUpstreamModel, type UpstreamRequest } from "#server/testing/doubles/upstream-model.ts";
import { holdWithModel } from "./talks/hold-with-model.ts";
import { parseTalks } from "./talks/talk-format.ts";
import { parseWorld } from "./talks/world.ts";

/** Most tokens of the first and of the tenth request. */
const MOST_FIRST = 2_600;
const MOST_TENTH = 4_000;
/** Talks that together are one long talk. The first and the tenth question find eight items. */
const TALKS = ["cooler-sizes", "bigger-generator", "cooler-sizes"];
const TURNS = 10;

const folder = join(import.meta.dirname, "talks");
const world = parseWorld(readJson("world.json"));
const talks = new Map(parseTalks(readJson("talks.json")).map((talk) => [talk.id, talk]));
const turns = TALKS.flatMap((id) => talks.get(id)?.turns ?? []);
const [long] = talks.values();
if (long === undefined || turns.length <= TURNS) throw new Error("the talks of this benchmark are gone");
const talk = { ...long, turns: [...turns.slice(0, TURNS - 1), ...turns.slice(TURNS, TURNS + 1)] };

const withTools = await ask(true);
const firstOfTurn = withTools.filter(({ messages }) => messages.every(({ role }) => role !== "tool"));
const [first, tenth] = [
  print("first question", firstOfTurn[0]),
  print("tenth question", firstOfTurn[TURNS - 1]),
];
print("most in the talk, with the tools' results", most(withTools));
print("most in the talk, without tools", most(await ask(false)));
if (first > MOST_FIRST || tenth > MOST_TENTH) process.exitCode = 1;

async function ask(hasTools: boolean): Promise<readonly UpstreamRequest[]> {
  await using upstream = await openUpstreamModel();
  await holdWithModel(world, talk, upstream, { hasTools });
  return upstream.asked;
}

function most(requests: readonly UpstreamRequest[]): UpstreamRequest | undefined {
  return requests.toSorted((one, other) => textOf(other).length - textOf(one).length)[0];
}

function print(name: string, request: UpstreamRequest | undefined): number {
  if (request === undefined) throw new Error(`${name}: no request`);
  const text = textOf(request);
  const tokens = tokenizer.encode(text).length;
  const items = text.match(/^\{"id":/gm)?.length ?? 0;
  const tools = request.tools === undefined ? 0 : JSON.stringify(request.tools).length;
  console.log(
    `${name}: ${tokens} tokens (characters / 4: ${Math.round(text.length / 4)}), ${items} items, ${request.messages.length} messages, ${tools} characters of tools`,
  );
  return tokens;
}

function textOf({ messages, tools }: UpstreamRequest): string {
  return [...messages.map(({ content }) => content), JSON.stringify(tools ?? [])].join("\n");
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}
