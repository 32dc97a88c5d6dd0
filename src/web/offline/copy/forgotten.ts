import { isPlainObject } from "#shared/json-fields.ts";

// Things deleted a moment ago. A response in flight at that time still contains them and is about to be stored.

const FORGOTTEN_FACT = "forgotten";
/** The longest time a response is in flight, in milliseconds. */
const LONGEST_ANSWER_MS = 2 * 60_000;

interface Forgotten {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface Facts {
  get(key: string): Promise<unknown>;
}

/** Notes a deletion. @param facts in a transaction that ends before anything is deleted */
export async function noteForgotten(
  facts: Facts & { put(value: unknown, key: string): Promise<unknown> },
  id: string,
): Promise<void> {
  await facts.put([...(await recent(facts)), { id, at: Date.now() }], FORGOTTEN_FACT);
}

/**
 * Removes things from data that were deleted while the response was in flight; null when the data has to be fetched again.
 * @param facts in the transaction that stores it
 */
export async function withoutForgotten(facts: Facts, data: unknown): Promise<unknown> {
  return (await recent(facts)).reduce((left, { id }) => withoutThing(left, id), data);
}

/** The copied library without a listing that names this thing. Null for any other data that names it: it has to be fetched again. */
export function withoutThing(data: unknown, id: string): unknown {
  if (!names(data, id)) return data;
  // Only the copied library records the time of its last full fetch. It is too large to fetch again for every change.
  if (!isPlainObject(data) || !("wholeAt" in data) || !Array.isArray(data["listings"])) return null;
  return { ...data, listings: data["listings"].filter((listing) => !names(listing, id)) };
}

/** Whether an id occurs anywhere in stored data, alone or as the end of a name such as `memory:id` or `?show=id`. */
export function names(data: unknown, id: string): boolean {
  if (typeof data === "string") return data === id || data.endsWith(`:${id}`) || data.endsWith(`=${id}`);
  if (Array.isArray(data)) return data.some((item) => names(item, id));
  return isPlainObject(data) && Object.values(data).some((value) => names(value, id));
}

async function recent(facts: Facts): Promise<Forgotten[]> {
  const noted = ((await facts.get(FORGOTTEN_FACT)) ?? []) as Forgotten[]; // nothing else is written there
  return noted.filter(({ at }) => Math.abs(Date.now() - at) < LONGEST_ANSWER_MS);
}
