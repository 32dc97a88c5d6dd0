import { setTimeout as sleep } from "node:timers/promises";
import { KEYS } from "../../e2e/engines/engine.ts";
import type { Tab } from "../../e2e/engines/tab.ts";
import type { Slowness } from "./slow-pages.ts";

// A user at a page with a field, in short steps: they leave when a page does not let them.

/** Milliseconds a person waits for a field or a button. */
const PATIENCE_MS = 10_000;
const TYPING_MS = 2000;
const PAUSE_MS = 100;
export const CHAT = "/";
export const MEMORY = "/me?dialog=create-memory";

/** The plan of a user for one page: the same for the same random numbers, however long each step takes. */
export interface Visit {
  index: number;
  place: typeof CHAT | typeof MEMORY;
  arrival: "address" | "back" | "reload";
  slowness: Slowness;
  /** Milliseconds until the user begins to write. */
  wait: number;
  /** `draft`: left without sending it. `pause`: milliseconds afterwards. */
  writings: readonly { end: "send" | "draft"; pause: number }[];
  /** Whether the user sends a draft that they find, or leaves it. */
  sendsDraft: boolean;
}

/** Looby gives up a database that is silent for so long at the start of a page, and says so. */
export const SILENT_MS = 60_000;
const SILENCE_EVERY = 30;
const LONG_MS = 90_000;
/** Milliseconds after which a database answers, each as often as it is named. */
const DELAYS = [0, 0, 0, 0, 3000, 3000, 3000, 3000, 8000, 8000, 30_000];

/** Plans a visit. One of thirty has a database that is silent for 90 s. */
export function planVisit(random: () => number, index: number): Visit {
  const oneOf = <T>(...choices: readonly [T, ...T[]]) =>
    choices[Math.floor(random() * choices.length)] ?? choices[0];
  const isLong = index % SILENCE_EVERY === SILENCE_EVERY / 2;
  const delay = oneOf(0, ...DELAYS);
  const opensAt = isLong ? LONG_MS : delay;
  const hold = { at: random() * 5000, ms: oneOf(3000, 8000) };
  const isHeld = random() < 0.25;
  const brief = 200 + random() * random() * 5800;
  const staysLong = random() < 0.3;
  const writings = Array.from({ length: oneOf(1, 2, 3) }, () => ({
    end: oneOf("send", "send", "draft") as "send" | "draft",
    pause: oneOf(0, 0, 300, 1500, 4000),
  }));
  return {
    index,
    place: oneOf<Visit["place"]>(CHAT, CHAT, MEMORY),
    arrival: oneOf<Visit["arrival"]>("address", "address", "address", "back", "reload"),
    slowness: { opensAt, hold: isHeld ? hold : null },
    // Some wait until the database has answered, or has been given up.
    wait: isLong ? SILENT_MS + 4000 + brief : staysLong && delay === 30_000 ? delay + brief : brief,
    writings,
    sendsDraft: random() < 0.5,
  };
}

/** A field of the page, with its button if one sends it. */
export interface FieldSeen {
  isMemory: boolean;
  value: string;
  at: [number, number];
  /** Null while the button cannot be pressed; the chat's field is sent by Enter. */
  button: [number, number] | null;
}

/** @returns null when the page shows no field in time */
export async function findField(tab: Tab): Promise<FieldSeen | null> {
  return await waitFor(async () => await tab.run(seeField));
}

/** Types at the end of the field. @returns what the field then holds; null when it cannot be reached and nothing was typed */
export async function typeInto(tab: Tab, text: string): Promise<string | null> {
  const isFocused = await waitFor(async () => {
    const field = await tab.run(seeField);
    if (field !== null) await tab.driver.click(...field.at);
    return (await tab.run(hasFocus)) || null;
  });
  if (isFocused === null) return null;
  await tab.driver.keys(text);
  const held = async () => {
    const value = await tab.run(() => (document.activeElement as HTMLTextAreaElement | null)?.value ?? "");
    return value.includes(text) ? value : null;
  };
  // The last keys may still be on their way.
  return (await waitFor(held, TYPING_MS)) ?? "";
}

/** Sends what the field holds. @returns false when a button never lets them */
export async function sendField(tab: Tab): Promise<boolean> {
  const isSent = await waitFor(async () => {
    const field = await tab.run(seeField);
    if (field?.isMemory === false) {
      await tab.driver.click(...field.at);
      if (!(await tab.run(hasFocus))) return null;
      await tab.driver.keys(KEYS.enter);
    } else if (field?.button) await tab.driver.click(...field.button);
    else return null;
    return true;
  });
  return isSent ?? false;
}

/** @returns the first answer that is not null; null when there is none in time */
export async function waitFor<T>(look: () => Promise<T | null>, ms = PATIENCE_MS): Promise<T | null> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(PAUSE_MS)) {
    // A page that is being replaced runs nothing.
    const found = await look().catch(() => null);
    if (found !== null) return found;
  }
  return null;
}

/** Runs in the page. A click may have put the caret into words that were restored meanwhile. */
function hasFocus(): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) return false;
  field.setSelectionRange(field.value.length, field.value.length);
  return true;
}

/** Runs in the page. @returns null when there is no field that can be reached */
export async function seeField(): Promise<FieldSeen | null> {
  const isMemory = location.search.includes("create-memory");
  const scope = isMemory ? "[role=dialog] form " : "";
  const field = document.querySelector<HTMLTextAreaElement>(`${scope}textarea`);
  const centre = async (element: HTMLElement): Promise<[number, number] | null> => {
    element.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    // A dialog that is still moving would be missed.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const later = element.getBoundingClientRect();
    const at: [number, number] = [x + width / 2, y + height / 2];
    const isThere = later.x === x && later.y === y && element.contains(document.elementFromPoint(...at));
    return isThere ? at : null;
  };
  if (field === null || field.readOnly || field.disabled) return null;
  const at = await centre(field);
  const button = document.querySelector<HTMLButtonElement>(`${scope}button[type=submit]:enabled`);
  if (at === null) return null;
  const { value } = field;
  return { isMemory, value, at, button: isMemory && button !== null ? await centre(button) : null };
}

/** Runs in the page. @returns the bodies of all messages and memories that the server has from this user */
export async function textsOnServer(): Promise<string[]> {
  const get = async (path: string): Promise<unknown> => await (await fetch(path)).json();
  const texts: string[] = [];
  const { threads } = (await get("/api/threads")) as { threads: { id: string }[] };
  for (const { id } of threads) {
    for (let before = ""; ;) {
      const page = (await get(`/api/threads/${id}?limit=200${before}`)) as {
        messages: { id: string; role: string; content: string }[];
        hasMore: boolean;
      };
      for (const { role, content } of page.messages) if (role === "user") texts.push(content);
      if (!page.hasMore) break;
      before = `&before=${page.messages[0]?.id}`;
    }
  }
  for (let before = ""; ;) {
    const page = (await get(`/api/memories?limit=200${before}`)) as {
      id: string;
      createdAt: string;
      content: string;
    }[];
    for (const { content } of page) texts.push(content);
    const last = page.at(-1);
    if (last === undefined) return texts;
    before = `&before=${encodeURIComponent(`${last.createdAt}_${last.id}`)}`;
  }
}

/** Runs in the page. @returns everything that the browser has stored, by the name of its place. @throws before the page has a database */
export async function storedHere(): Promise<Record<string, string[]>> {
  const request = indexedDB.open("looby");
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  request.addEventListener("success", () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
  // The page creates it.
  request.addEventListener("upgradeneeded", () => request.transaction?.abort());
  const database = await promise;
  const rows = async (name: string) =>
    await new Promise<string[]>((take) => {
      const all = database.transaction(name).objectStore(name).getAll();
      all.addEventListener("success", () => take(all.result.map((row) => JSON.stringify(row))));
    });
  const found: Record<string, string[]> = {};
  for (const name of ["outbox", "bodies", "facts"]) found[name] = await rows(name);
  database.close();
  found["localStorage"] = Object.entries(localStorage).map(([key, value]) => `${key}: ${value}`);
  found["sessionStorage"] = Object.entries(sessionStorage).map(([key, value]) => `${key}: ${value}`);
  return found;
}
