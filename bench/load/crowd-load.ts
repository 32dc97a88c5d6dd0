import { setTimeout as sleep } from "node:timers/promises";
import type { IncomingMessage } from "node:http";
import { ask, open } from "./ask.ts";
import type { Phase, Result } from "./messages.ts";
import { atRate, inParallel, Tally } from "./tally.ts";

const OPENING_AT_ONCE = 20;
/** Milliseconds to wait after the last write for events on their way. */
const LAST_EVENTS_MS = 20_000;

/** A visitor with a session. */
export interface Person {
  cookie: string;
  /** Taken from the response to their first write. */
  userId: string;
  /** The acknowledged memory they wrote; null before. */
  memoryId: string | null;
  /** Numbers of their acknowledged vibes, in order. */
  vibes: number[];
  /** Events received on each of their open streams. */
  streams: Received[];
}

interface Received {
  response: IncomingMessage;
  text: string;
}

/** Every visitor writes a memory and opens their share of the streams. */
export async function listenAll(
  { url, load }: Extract<Phase, { kind: "live" }>,
  people: readonly Person[],
): Promise<Result> {
  const tally = new Tally();
  const each = Math.ceil(load.streams / Math.max(1, people.length));
  await inParallel({ count: people.length, atOnce: OPENING_AT_ONCE }, async (index) => {
    const person = people[index];
    if (person === undefined) return;
    try {
      await remember(url, person, index);
      for (let opened = 0; opened < each; opened += 1) {
        const startedAt = performance.now();
        person.streams.push(await listen(url, person));
        tally.took(performance.now() - startedAt);
        tally.count += 1;
      }
    } catch (error) {
      tally.bad(String(error));
    }
  });
  return tally.result();
}

async function remember(url: string, person: Person, index: number): Promise<void> {
  const id = crypto.randomUUID();
  const { cookie } = person;
  const content = `What number ${index} of the crowd wants to remember`;
  // Not sent to a model, because the model here only returns timestamps.
  const body = { id, type: "something-else", content, useRag: false };
  const answer = await ask(`${url}/api/memories`, { method: "POST", cookie, body });
  if (answer.status !== 200)
    throw new Error(`a memory was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  person.userId = (JSON.parse(answer.text) as { userId: string }).userId;
  person.memoryId = id;
}

async function listen(url: string, { cookie, userId }: Person): Promise<Received> {
  const response = await open(`${url}/api/events?entities=${userId}`, { cookie, isStream: true });
  if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`);
  response.setEncoding("utf8");
  const received: Received = { response, text: "" };
  const isReady = Promise.withResolvers<void>();
  response.on("data", (part: string) => {
    received.text += part;
    if (received.text.includes('"ready"')) isReady.resolve();
  });
  response.on("error", (error) => isReady.reject(error));
  response.on("end", () => isReady.reject(new Error("a stream ended")));
  await isReady.promise;
  return received;
}

/** Writes at a fixed rate. Each write must be received on every stream of its writer, once and in order. */
export async function writeAll(
  { url, load }: Extract<Phase, { kind: "writes" }>,
  people: readonly Person[],
): Promise<Result> {
  const tally = new Tally();
  const sentAt = new Map<number, number>();
  const count = load.perSecond * load.seconds;
  await atRate({ perSecond: load.perSecond, count }, async (index, dueAt) => {
    const person = people[index % people.length];
    if (person === undefined) return;
    const { cookie, userId } = person;
    tally.count += 1;
    sentAt.set(index, dueAt);
    const state = { quaternion: [0, 0, 0, 1], sentiment: 0, intensity: index };
    try {
      const answer = await ask(`${url}/api/vibe_entities`, {
        method: "POST",
        cookie,
        body: { id: userId, state },
      });
      if (answer.status !== 200)
        return tally.bad(`a vibe was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
      tally.took(performance.now() - dueAt);
      person.vibes.push(index);
    } catch (error) {
      tally.bad(String(error));
    }
  });
  const streams = people.flatMap((person) => person.streams.map((received) => ({ person, received })));
  const missing = () => streams.reduce((sum, { person, received }) => sum + missed(person, received), 0);
  for (const until = performance.now() + LAST_EVENTS_MS; missing() > 0 && performance.now() < until;)
    await sleep(100);
  tally.lost = missing();
  for (const { person, received } of streams) {
    const numbers = numbersIn(received);
    if (numbers.length > person.vibes.length || numbers.some((number, at) => number !== person.vibes[at]))
      tally.bad(`heard ${numbers.join(" ")} of ${person.vibes.join(" ")}`);
  }
  return tally.result();
}

function missed(person: Person, received: Received): number {
  return Math.max(0, person.vibes.length - numbersIn(received).length);
}

function numbersIn({ text }: Received): number[] {
  return [...text.matchAll(/"intensity":(\d+)/g)].map(([, number]) => Number(number));
}

/** Whether all acknowledged data still exists. */
export async function checkDurable(
  { url }: Extract<Phase, { kind: "durable" }>,
  people: readonly Person[],
): Promise<Result> {
  for (const { streams } of people) for (const { response } of streams) response.destroy();
  const tally = new Tally();
  await inParallel({ count: people.length, atOnce: OPENING_AT_ONCE }, async (index) => {
    const person = people[index];
    if (person === undefined) return;
    const { cookie, userId, memoryId, vibes } = person;
    try {
      const memories = await ask(`${url}/api/memories`, { cookie });
      tally.count += 1;
      if (memoryId !== null && !memories.text.includes(memoryId)) tally.lost += 1;
      const last = vibes.at(-1);
      if (last === undefined) return;
      const vibe = await ask(`${url}/api/vibe_entities/${userId}`, { cookie });
      tally.count += 1;
      if (!vibe.text.includes(`"intensity":${last}`)) tally.lost += 1;
    } catch (error) {
      tally.bad(String(error));
    }
  });
  return tally.result();
}
