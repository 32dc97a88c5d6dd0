import * as z from "zod/mini";

// A device's queued data, saved as a file that can be opened again on this device or another. Anybody can write such a file, so nothing in
// it is trusted.

/** In bytes. */
export const MAX_WAITING_FILE_BYTES = 300 * 1024 * 1024;
const MAX_THINGS = 10_000;
const MAX_DEPTH = 24;

const id = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,128}$/));
const short = z.string().check(z.minLength(1), z.maxLength(300));
const instant = z.iso.datetime({ offset: true });
const blob = z.strictObject({
  name: z.nullable(z.string().check(z.maxLength(300))),
  /** Some phones give a photo no type. */
  type: z
    .string()
    .check(z.regex(/^(?:(?:image|audio|video)\/[\w.+-]{1,60}(?:;\s?codecs=[\w.,"+-]{1,60})?)?$/)),
  base64: z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
});
/** A photo or a recording. */
export type WaitingBlob = z.infer<typeof blob>;

const lostBlob = z.strictObject({ name: blob.shape.name, type: z.string(), base64: z.null() });

const thing = z.object({
  id,
  label: short,
  createdAt: instant,
  call: short,
  params: z.optional(z.record(z.string().check(z.maxLength(60)), short)),
  entity: short,
  dependsOn: z.array(id).check(z.maxLength(100)),
  version: z.optional(z.number()),
  body: z.unknown(),
});
export type WaitingThing = z.infer<typeof thing>;

const said = z.object({
  id,
  purpose: z.string().check(z.maxLength(40)),
  memoryType: z.nullable(z.string().check(z.maxLength(40))),
  startedAt: instant,
  durationMs: z.number().check(z.gte(0), z.lte(24 * 3_600_000)),
  sound: blob,
});
export type WaitingSound = z.infer<typeof said>;

const waitingFile = z.object({
  app: z.literal("looby"),
  format: z.literal(1),
  savedAt: instant,
  /** Its owner. */
  userId: z.string().check(z.minLength(1), z.maxLength(128)),
  userName: z.nullable(z.string().check(z.maxLength(80))),
  things: z.array(thing).check(z.maxLength(MAX_THINGS)),
  /** Keyed by id: the server's answers to operations already sent that the queued ones depend on. */
  answers: z.record(id, z.unknown()),
  said: z.array(said).check(z.maxLength(1_000)),
});
export type WaitingFile = z.infer<typeof waitingFile>;

const OLDER =
  "This file was saved by an older version of Looby, which cannot be opened again. Its words are in it.";
const OTHER =
  "This is not a file of things that wait to be sent, or it was changed. Choose looby-not-sent.json.";

/** Reads a file of queued data. @returns the file, or a sentence about why it cannot be opened */
export function readWaitingFile(text: string): { file: WaitingFile } | { problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: OTHER };
  }
  const parsed = waitingFile.safeParse(given);
  if (!parsed.success) return { problem: isOlder(given) ? OLDER : OTHER };
  const { things, said: sounds } = parsed.data;
  const ids = [...things, ...sounds].map((one) => one.id);
  const isSound =
    new Set(ids).size === ids.length &&
    isInOrder(things) &&
    things.every(({ body }) => isShallow(body, MAX_DEPTH));
  return isSound ? { file: parsed.data } : { problem: OTHER };
}

/** A photo or recording within a body; "lost" when the browser no longer had it when the file was saved; null for anything else. */
export function asWaitingBlob(value: unknown): WaitingBlob | "lost" | null {
  return lostBlob.safeParse(value).success ? "lost" : (blob.safeParse(value).data ?? null);
}

/** Things with circular dependencies would wait forever and be shown nowhere. */
function isInOrder(things: readonly WaitingThing[]): boolean {
  const places = new Map(things.map(({ id: one }, index) => [one, index]));
  return things.every(({ dependsOn }, index) =>
    dependsOn.every((other) => (places.get(other) ?? -1) < index),
  );
}

function isOlder(given: unknown): boolean {
  return z.object({ app: z.literal("looby"), things: z.array(z.unknown()) }).safeParse(given).success;
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isShallow(item, depth - 1));
}
