/** Training sentences for understanding talks: bench/talk-training/*.txt and the development talks. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { specCity } from "#shared/features/map/city/city.ts";
import type { Before } from "#shared/features/talk/understand/learned/message-features.ts";
import { spanNames, type SpanTag } from "#shared/features/talk/understand/learned/span-features.ts";
import { type Token, tokensOf } from "#shared/features/talk/understand/learned/tokens.ts";
import { hintsIn } from "#shared/features/talk/understand/hints.ts";
import { plainWords, withoutShorthand } from "#shared/features/talk/understand/plain-words.ts";
import { markPlaces } from "#shared/features/talk/understand/read-places.ts";
import { expectationsOf, parseTalks, type Talk } from "./talks/talk-format.ts";

export interface Line {
  /** For example `find` or `about:ice`. */
  label: string;
  before: Before;
  tokens: Token[];
  hints: string[];
  /** Weight of the sentence. */
  weight: number;
  /** One for each token; null when only the label is known. */
  tags: SpanTag[] | null;
  message: string;
  /** Index of its cross-validation fold. Lines with the same words are in the same fold. */
  fold: number;
}

export const FOLDS = 5;
/** Turns of whole talks weigh more, because they are real sequences of messages. */
const TALK_WEIGHT = 2;
const folder = join(import.meta.dirname, "talk-training");
/** Delimiters of a slot while a line is parsed: neither letters nor characters that users type. */
const [OPEN, CLOSE] = ["⦃", "⦄"];

export function readLines(): Line[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map(readLine);
}

/** @throws Error that names the line */
function readLine(line: string): Line {
  const [label = "", before = "", ...rest] = line.split("|").map((part) => part.trim());
  const marked = rest.join("|");
  const names: SpanTag[] = [];
  const delimited = marked.replaceAll(/\[([a-z]+):([^\]]*)\]/g, (_, name: string, words: string) => {
    const known = spanNames.find((each) => each === name);
    if (known === undefined) throw new Error(`No slot is called ${name}: ${line}`);
    names.push(known);
    return `${OPEN}${words}${CLOSE}`;
  });
  const tokens: Token[] = [];
  const tags: SpanTag[] = [];
  let slot = -1;
  let isInside = false;
  for (const token of tokensOfMessage(delimited)) {
    if (token.word === OPEN) [slot, isInside] = [slot + 1, true];
    else if (token.word === CLOSE) isInside = false;
    else {
      tokens.push(token);
      tags.push(isInside ? (names[slot] ?? "-") : "-");
    }
  }
  const plain = delimited.replaceAll(/[⦃⦄]/g, "");
  const hints = hintsOf(plain);
  return {
    label,
    before: beforeOf(before),
    tokens,
    hints,
    weight: 1,
    tags,
    message: plain,
    fold: foldOf(plain),
  };
}

function hintsOf(message: string): string[] {
  return hintsIn(
    plainWords(markPlaces(specCity, withoutShorthand(message)).text),
    plainWords(message),
    message,
  );
}

function beforeOf(written: string): Before {
  if (written === "-") return { ability: null, shown: 0 };
  const shown = written.endsWith("*") ? 2 : written.endsWith("+") ? 1 : 0;
  return { ability: written.replace(/[*+]$/, ""), shown };
}

/** The tokens as `readMessage` sees them. */
function tokensOfMessage(message: string): Token[] {
  return tokensOf(plainWords(markPlaces(specCity, withoutShorthand(message)).text));
}

/** The turns of the development talks: labels only, without the words of each slot. */
export function readTalkLines(): Line[] {
  return ["talks.json", "talks-fresh.json"].flatMap((name) =>
    parseTalks(JSON.parse(readFileSync(join(import.meta.dirname, "talks", name), "utf8"))).flatMap(
      linesOfTalk,
    ),
  );
}

function linesOfTalk(talk: Talk): Line[] {
  let before: Before = { ability: null, shown: 0 };
  return talk.turns.flatMap((turn) => {
    const [expected, another] = expectationsOf(turn);
    const now = before;
    if (expected === undefined) return [];
    const { ability, slots, contains } = expected;
    if (ability !== "help-card" && ability !== "small-talk" && ability !== "ask-back")
      before = { ability, shown: contains.length > 1 ? 2 : contains.length === 1 ? 1 : 0 };
    if (another !== undefined || ability === "help-card" || ability === "ask-back") return [];
    const first = (slot: "topic" | "kind" | "which" | "aspect" | "what") =>
      typeof slots[slot] === "string" ? slots[slot].split("|")[0] : undefined;
    const topic = {
      about: first("topic"),
      "small-talk": first("kind"),
      my: first("which"),
      details: first("aspect") ?? "all",
      nearest: serviceIn(first("what")),
    }[ability as string];
    if (topic === undefined && ["about", "small-talk", "my", "nearest"].includes(ability)) return [];
    const label = topic === undefined ? ability : `${ability}:${topic}`;
    const fold = foldOf(talk.id);
    const [tokens, hints] = [tokensOfMessage(turn.say), hintsOf(turn.say)];
    return [{ label, before: now, tokens, hints, weight: TALK_WEIGHT, tags: null, message: turn.say, fold }];
  });
}

function serviceIn(what: string | undefined): string | undefined {
  const services = ["toilet", "water", "ice", "medical", "ranger", "lost-and-found", "information"];
  return what === undefined ? undefined : (services.find((service) => service === what) ?? "other");
}

function foldOf(text: string): number {
  let hash = 7;
  for (const sign of text.toLowerCase()) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return (hash >>> 3) % FOLDS;
}
