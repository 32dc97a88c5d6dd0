import { names, withoutThing } from "#shared/outbox/without-thing.ts";

// Things deleted a moment ago. A response in flight at that time still contains them and is about to be stored.

const FORGOTTEN_FACT = "forgotten";
/** The longest a response is in flight, in milliseconds. */
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
 * Data as it may be stored: without things deleted while the response was in flight. Null when nothing else is left.
 * @param facts in the transaction that stores it
 */
export async function withoutForgotten(facts: Facts, data: unknown): Promise<unknown> {
  let left = data;
  for (const { id } of await recent(facts)) left = withoutThing(left, { id, current: null });
  return left;
}

/** Whether data names anything deleted while the response was in flight. @param facts as above */
export async function namesForgotten(facts: Facts, data: unknown): Promise<boolean> {
  return (await recent(facts)).some(({ id }) => names(data, id));
}

async function recent(facts: Facts): Promise<Forgotten[]> {
  const noted = ((await facts.get(FORGOTTEN_FACT)) ?? []) as Forgotten[]; // nothing else is written there
  return noted.filter(({ at }) => Math.abs(Date.now() - at) < LONGEST_ANSWER_MS);
}
