import { setTimeout as sleep } from "node:timers/promises";
import { cookieOf, open } from "./ask.ts";
import type { Phase, Result } from "./messages.ts";
import { inParallel, Tally } from "./tally.ts";
import type { Upstream } from "./upstream.ts";

/** Conversations started at the same time: a crowd arrives within seconds, not within a millisecond. */
const BEGINNING_AT_ONCE = 25;
/** Milliseconds after which a conversation without its first token has failed. */
const FIRST_TOKEN_MS = 60_000;

interface Conversation {
  cookie: string | null;
  /** Resolves with the age of the first token on arrival, in milliseconds. */
  begun: Promise<number>;
  /** Resolves with the whole text. */
  ended: Promise<string>;
}

/**
 * Many visitors talk to the language model at once. The first token of each is timed. Then all receive the rest at the same time; every
 * token must arrive once, in order, followed by a proper end.
 */
export async function chatAll(
  { url, load }: Extract<Phase, { kind: "chats" }>,
  upstream: Upstream,
): Promise<{ result: Result; cookies: string[] }> {
  const tally = new Tally();
  const cookies: string[] = [];
  const ends: Promise<string>[] = [];
  await inParallel({ count: load.streams, atOnce: BEGINNING_AT_ONCE }, async () => {
    tally.count += 1;
    try {
      const conversation = await begin(url);
      ends.push(conversation.ended);
      tally.took(await conversation.begun);
      if (conversation.cookie === null) tally.bad("no session was opened");
      else cookies.push(conversation.cookie);
    } catch (error) {
      tally.bad(`a conversation did not begin: ${String(error)}`);
    }
  });
  if (upstream.waiting !== ends.length) tally.bad(`${upstream.waiting} answers go on, not ${ends.length}`);
  await sleep(500);
  upstream.go(load.tokensPerSecond, load.tokens);
  for (const end of ends) {
    const text = await end.catch((error: unknown) => {
      tally.bad(`a conversation broke off: ${String(error)}`);
      return "";
    });
    const numbers = [...text.matchAll(/\{(\d+):/g)].map(([, number]) => Number(number));
    const inOrder = numbers.every((number, index) => number === index);
    if (!inOrder) tally.bad(`tokens came as ${numbers.join(" ").slice(0, 200)}`);
    tally.lost += Math.max(0, load.tokens + 1 - numbers.length);
    if (!text.endsWith("data: [DONE]\n\n") || !text.includes('"type":"finish"'))
      tally.bad(`an answer had no end: ${text.slice(-200)}`);
  }
  return { result: tally.result(), cookies };
}

async function begin(url: string): Promise<Conversation> {
  const body = { text: "What time is it?", useRag: false };
  const response = await open(`${url}/api/chat`, { method: "POST", body, isStream: true });
  response.setEncoding("utf8");
  const begun = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<string>();
  let text = "";
  response.on("data", (part: string) => {
    text += part;
    const first = /\{0:([\d.]+)\}/.exec(text)?.[1];
    if (first !== undefined) begun.resolve(performance.now() - Number(first));
  });
  const fail = (error: unknown) => {
    begun.reject(error);
    ended.reject(error);
  };
  response.on("error", fail);
  response.on("end", () => {
    begun.reject(new Error(`answered ${response.statusCode}: ${text.slice(0, 200)}`));
    ended.resolve(text);
  });
  ended.promise.catch(() => undefined); // it is awaited later
  const deadline = setTimeout(() => fail(new Error(`no token: ${text.slice(0, 500)}`)), FIRST_TOKEN_MS);
  begun.promise.finally(() => clearTimeout(deadline)).catch(() => undefined);
  return { cookie: cookieOf(response), begun: begun.promise, ended: ended.promise };
}
