import type { DatabaseClient } from "#server/db/connection/client.ts";
import { embeddedStamp, listPassages, type OwnDocuments, readVectors } from "./embedding-repository.ts";

// A person's own documents are compared in this process, because reading 5,000 vectors from the embedded database takes longer
// than a search may. Each number takes one byte here instead of four, which changes a cosine by less than 0.01.

/** Limit on the passages of all users together, half a kilobyte each. */
const MOST_PASSAGES = 60_000;

interface Passage {
  numbers: Int8Array;
  /** Factor that turns the product with a vector of length 1 into a cosine. */
  factor: number;
}

interface Own {
  stamp: string;
  /** Version of the texts, given by the caller. */
  version: string;
  documents: ReadonlyMap<string, { contentHash: string; passages: Passage[] }>;
  count: number;
}

/** Cached per database, so that tests do not share vectors. */
const atHand = new WeakMap<DatabaseClient, Map<string, Own>>();

/** The caller's knowledge of the documents, which saves a query for changed vectors. */
interface Texts {
  /** Differs after every change of a text. */
  version: string;
  /** Number of documents. Once all have vectors, the vectors change only with the texts. */
  count: number;
}

/**
 * Similarity of each of a person's documents to a query: the cosine of its best passage, by document id.
 * @param vector by the model of `own`
 */
export async function cosinesOfOwn(
  database: DatabaseClient,
  ownDocuments: OwnDocuments,
  vector: Float32Array,
  texts: Texts,
): Promise<Map<string, number>> {
  const { documents } = await vectorsOf(database, ownDocuments, texts);
  const length = Math.hypot(...vector);
  const cosines = new Map<string, number>();
  if (length === 0) return cosines;
  for (const [id, { passages }] of documents) {
    let best = -1;
    for (const { numbers, factor } of passages) {
      if (numbers.length === vector.length)
        best = Math.max(best, (product(numbers, vector) * factor) / length);
    }
    cosines.set(id, best);
  }
  return cosines;
}

/** Removes a person's vectors from memory at once. */
export function dropVectors(database: DatabaseClient, ownerId: string): void {
  const people = atHand.get(database);
  for (const key of people?.keys() ?? []) if (key.endsWith(` ${ownerId}`)) people?.delete(key);
}

async function vectorsOf(database: DatabaseClient, ownDocuments: OwnDocuments, texts: Texts): Promise<Own> {
  const people = atHand.get(database) ?? new Map<string, Own>();
  atHand.set(database, people);
  const key = `${ownDocuments.model} ${ownDocuments.kind} ${ownDocuments.ownerId}`;
  const known = people.get(key);
  const isWhole = known?.version === texts.version && known.documents.size === texts.count;
  const vectors =
    known !== undefined && isWhole ? known : await renewed(database, ownDocuments, texts, known);
  people.delete(key);
  people.set(key, vectors); // moved to the end, so that the least recently used one is evicted first
  let count = [...people.values()].reduce((sum, person) => sum + person.count, 0);
  for (const [other, person] of people) {
    if (count <= MOST_PASSAGES || other === key) break;
    people.delete(other);
    count -= person.count;
  }
  return vectors;
}

async function renewed(
  database: DatabaseClient,
  ownDocuments: OwnDocuments,
  { version }: Texts,
  known: Own | undefined,
): Promise<Own> {
  const stamp = await embeddedStamp(database.kysely, ownDocuments);
  return known?.stamp === stamp
    ? { ...known, version }
    : { ...(await read(database, ownDocuments, stamp, known)), version };
}

/** Reads only missing vectors: one new memory must not cost 5,000 reads. */
async function read(
  { kysely }: DatabaseClient,
  ownDocuments: OwnDocuments,
  stamp: string,
  known: Own | undefined,
): Promise<Omit<Own, "version">> {
  const present = await listPassages(kysely, ownDocuments);
  const documents = new Map<string, { contentHash: string; passages: Passage[] }>();
  const missing: string[] = [];
  for (const { id, contentHash } of present) {
    if (documents.has(id)) continue;
    const before = known?.documents.get(id);
    if (before?.contentHash === contentHash) documents.set(id, before);
    else {
      documents.set(id, { contentHash, passages: [] });
      missing.push(id);
    }
  }
  for (const { id, bytes } of await readVectors(kysely, ownDocuments.model, missing))
    documents.get(id)?.passages.push(toPassage(bytes));
  return { stamp, documents, count: present.length };
}

function toPassage(bytes: Buffer): Passage {
  const dimensions = bytes.readUInt16BE(0);
  const vector = Float32Array.from({ length: dimensions }, (_, place) => bytes.readFloatBE(4 + 4 * place));
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  const scale = largest === 0 ? 0 : 127 / largest;
  const length = Math.hypot(...vector);
  return {
    numbers: Int8Array.from(vector, (number) => Math.round(number * scale)),
    factor: scale === 0 ? 0 : 1 / (scale * length),
  };
}

function product(numbers: Int8Array, vector: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < numbers.length; place += 1) sum += (numbers[place] ?? 0) * (vector[place] ?? 0);
  return sum;
}
