import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { type Change, listDocuments, listDocumentsAfter, listVectors, look } from "./index-repository.ts";
import type { QuestionWord } from "./rank-roughly.ts";
import { SearchIndex, type VectorSpace } from "./search-index.ts";

/** Batch sizes of reads. Other work uses the connection and this thread in between. */
const DOCUMENTS_AT_ONCE = 500;
const VECTORS_AT_ONCE = 250;
/** Changes are stored for hours. After a longer pause than this some may be missing. */
const LONGEST_REST_MS = 3_600_000;

interface State {
  index: SearchIndex;
  /** Everything written by transactions before this one is in the index. */
  since: number;
  /** Later changes that are also in it, with the transactions that wrote them. */
  known: Map<number, number>;
  lookedAt: number;
}

/**
 * The index of one database, up to date with its committed transactions: each search first reads the changes written since the last one. So
 * servers that share a database do not have to notify each other, and a server that was disconnected only has to read the missed rows.
 */
export class Follower {
  #state: State | null = null;
  /** Reads of changes are serialized, because an older read could otherwise be applied after a newer one. */
  #turn: Promise<unknown> = Promise.resolve();
  #isRenewing = false;

  /**
   * The index with everything committed before this call, and the words of a query.
   * @param space the vector space the index must have; null: the query has no vector
   */
  async read(
    db: Kysely<Schema>,
    text: string,
    space: VectorSpace | null,
  ): Promise<{ index: SearchIndex; words: QuestionWord[] }> {
    const state = this.#state ?? (await this.#inTurn(async () => (this.#state ??= await load(db, null))));
    const { upTo, changes, words } = await look(db, state.since, text);
    const isLost = upTo < state.since || performance.now() - state.lookedAt > LONGEST_REST_MS;
    if (isLost) {
      if (this.#state === state) this.#state = null;
      return await this.read(db, text, space);
    }
    state.lookedAt = performance.now();
    if (changes.some(({ number }) => !state.known.has(number)) || upTo > state.since)
      await this.#inTurn(() => takeIn(db, state, upTo, changes));
    if (space !== null && !isSame(state.index.space, space))
      await this.#inTurn(() => addVectors(db, state.index, space));
    if (state.index.isWorn) void this.#renew(db, state);
    return { index: state.index, words };
  }

  /** Rebuilds the index beside the current one. */
  async #renew(db: Kysely<Schema>, worn: State): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      const fresh = await load(db, worn.index.space);
      if (this.#state === worn) this.#state = fresh;
    } catch {
      // The worn index still gives correct results; the next search tries again.
    } finally {
      this.#isRenewing = false;
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return await result;
  }
}

async function load(db: Kysely<Schema>, space: VectorSpace | null): Promise<State> {
  const { upTo } = await look(db, null, "");
  const index = new SearchIndex();
  for (let last = ""; ;) {
    const documents = await listDocumentsAfter(db, last, DOCUMENTS_AT_ONCE);
    for (const document of documents) index.put(document);
    last = documents.at(-1)?.id ?? "";
    if (documents.length < DOCUMENTS_AT_ONCE) break;
  }
  if (space !== null) await addVectors(db, index, space);
  return { index, since: upTo, known: new Map(), lookedAt: performance.now() };
}

async function addVectors(db: Kysely<Schema>, index: SearchIndex, space: VectorSpace): Promise<void> {
  if (isSame(index.space, space)) return;
  index.startVectors(space);
  for (const ids of chunks(index.ids(), VECTORS_AT_ONCE))
    putVectors(index, await readVectors(db, space, ids));
  index.finishVectors();
}

async function takeIn(db: Kysely<Schema>, state: State, upTo: number, changes: Change[]): Promise<void> {
  const { index, known } = state;
  const fresh = changes.filter(({ number }) => !known.has(number));
  const changed = [...new Set(fresh.map(({ documentId }) => documentId))];
  for (const ids of chunks(changed, VECTORS_AT_ONCE)) {
    const documents = await listDocuments(db, ids);
    const vectors = index.space === null ? null : await readVectors(db, index.space, ids);
    // No awaits from here on: a search in between would find documents without their vectors.
    const there = new Set(documents.map(({ id }) => id));
    for (const document of documents) index.put(document);
    for (const id of ids) if (!there.has(id)) index.remove(id);
    if (vectors !== null) putVectors(index, vectors);
  }
  for (const { number, writtenIn } of fresh) known.set(number, writtenIn);
  state.since = Math.max(state.since, upTo);
  for (const [number, writtenIn] of known) if (writtenIn < state.since) known.delete(number);
}

/** @returns the vectors of each document, an empty list for a document without any */
async function readVectors(
  db: Kysely<Schema>,
  space: VectorSpace,
  ids: readonly string[],
): Promise<Map<string, Float32Array[]>> {
  const vectors = new Map<string, Float32Array[]>(ids.map((id) => [id, []]));
  for (const { id, vector } of await listVectors(db, space, ids)) vectors.get(id)?.push(vector);
  return vectors;
}

function putVectors(index: SearchIndex, vectors: ReadonlyMap<string, readonly Float32Array[]>): void {
  for (const [id, passages] of vectors) index.putVectors(id, passages);
}

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

function isSame(one: VectorSpace | null, other: VectorSpace): boolean {
  return one?.model === other.model && one.dimensions === other.dimensions;
}
