import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { shorten } from "#shared/shorten.ts";
import { type GraphLink, linkMemories, type NearPair } from "#shared/features/memories/graph-links.ts";
import { type GraphNode, MAX_GRAPH, MAX_NODE_TEXT } from "#shared/features/memories/knowledge-contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { memoriesStamp } from "../archive/archive-repository.ts";
import { ownMemory } from "../archive/archive.ts";
import { countMemories, listNewest } from "./knowledge-repository.ts";
import { findMemory, type MemoryRecord } from "../repository.ts";
import { listOwnVectors, ownVectorsStamp } from "#server/features/search/repository.ts";
import type { SearchDeps } from "#server/features/search/service.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { prove } from "#server/http/authorized.ts";

/** Only the beginning of a long memory is compared, because it contains the subject. */
const LINKED_CHARACTERS = 4000;
/** Number of users whose links are cached. */
const MAX_CACHED = 16;

interface Graph {
  /** Newest first. */
  memories: MemoryRecord[];
  links: GraphLink[];
}

/** Rebuilt after every change. Separate per database, so that tests do not share links. */
const cachedLinks = new WeakMap<DatabaseClient, Map<string, { stamp: string; links: GraphLink[] }>>();

/**
 * A person's newest memories and their links. With `memoryId`, only that memory and the linked ones.
 * @throws AppError `not-found` for a memory that is not the person's own
 */
export async function connections(
  deps: SearchDeps,
  actor: Actor,
  memoryId: string | undefined,
): Promise<{ nodes: GraphNode[]; links: GraphLink[]; total: number }> {
  const db = deps.database.kysely;
  const chosen = memoryId === undefined ? null : await findMemory(db, memoryId);
  if (memoryId !== undefined && chosen === null) throw notFound();
  if (chosen !== null) prove(chosen, chosen.userId === actor.userId ? "owner" : "stranger", ownMemory);
  const { memories, links } = await graphOf(deps, actor.userId, chosen);
  const total = memories.length < MAX_GRAPH ? memories.length : await countMemories(db, actor.userId);
  if (chosen === null) return { nodes: memories.map((memory) => nodeOf(memory)), links, total };
  const linksOfChosen = links.filter(({ source, target }) => source === chosen.id || target === chosen.id);
  const ids = new Set([chosen.id, ...linksOfChosen.flatMap(({ source, target }) => [source, target])]);
  return {
    nodes: memories.filter(({ id }) => ids.has(id)).map((memory) => nodeOf(memory)),
    links: linksOfChosen,
    total,
  };
}

/** @param chosen is always included, however old it is */
export async function graphOf(deps: SearchDeps, userId: string, chosen: MemoryRecord | null): Promise<Graph> {
  const { database, embedder } = deps;
  const db = database.kysely;
  const ownMemories = { ownerId: userId, kind: "memory", model: embedder.id };
  const stamps = [
    await memoriesStamp(db, userId),
    database.hasVector ? await ownVectorsStamp(db, ownMemories) : "",
  ];
  const newest = await listNewest(db, userId, MAX_GRAPH);
  const isExtra = chosen !== null && !newest.some(({ id }) => id === chosen.id);
  const memories = isExtra ? [...newest, chosen] : newest;
  if (isExtra) stamps.push(chosen.id);
  const stamp = stamps.join(" ");
  const ofAll = cachedLinks.get(database) ?? new Map<string, { stamp: string; links: GraphLink[] }>();
  cachedLinks.set(database, ofAll);
  const known = ofAll.get(userId);
  if (known?.stamp === stamp) return { memories, links: known.links };
  const links = await makeLinks(db, memories, database.hasVector ? ownMemories : null);
  ofAll.delete(userId);
  ofAll.set(userId, { stamp, links });
  for (const oldest of [...ofAll.keys()].slice(0, -MAX_CACHED)) ofAll.delete(oldest);
  return { memories, links };
}

/** Removes a person's links from the cache at once, because their reasons quote words. */
export function dropGraph(database: DatabaseClient, userId: string): void {
  cachedLinks.get(database)?.delete(userId);
}

/** A memory as a node of the graph. */
export function nodeOf({ id, content, source, messageId, createdAt }: MemoryRecord): GraphNode {
  return {
    id,
    content: shorten(content, MAX_NODE_TEXT),
    source: source === "omi" ? "omi" : messageId === null ? "user" : "looby",
    timestamp: createdAt.toISOString(),
  };
}

async function makeLinks(
  db: Kysely<Schema>,
  memories: readonly MemoryRecord[],
  ownMemories: { ownerId: string; kind: string; model: string } | null,
): Promise<GraphLink[]> {
  const ids = memories.map(({ id }) => `memory:${id}`);
  const vectors = ownMemories === null ? [] : await listOwnVectors(db, ownMemories, ids);
  const near = await nearPairs(vectors.map(({ id, vector }) => ({ id: id.slice("memory:".length), vector })));
  return linkMemories(
    memories.map(({ id, title, content, createdAt }) => ({
      id,
      text: (title === null ? content : `${title}\n${content}`).slice(0, LINKED_CHARACTERS),
      at: createdAt.getTime(),
    })),
    near,
  );
}

const PAIRS_EACH = 3;
/** Multiplications before yielding to other work: about 10 ms. */
const WORK_AT_ONCE = 5_000_000;

/**
 * Pairs each item with its nearest ones, three at most. Compares all items with each other, in pieces that yield to other work.
 * @param things in a deterministic order
 */
async function nearPairs(things: readonly { id: string; vector: Float32Array }[]): Promise<NearPair[]> {
  const nearest: { place: number; cosine: number }[][] = things.map(() => []);
  const units = things.map(({ vector }) => unit(vector));
  let work = 0;
  for (const [place, one] of units.entries()) {
    for (let other = place + 1; other < units.length; other += 1) {
      const cosine = product(one, units[other] ?? one);
      offer(nearest[place], other, cosine);
      offer(nearest[other], place, cosine);
    }
    work += one.length * (units.length - place);
    if (work < WORK_AT_ONCE) continue;
    work = 0;
    await setImmediate();
  }
  return nearest.flatMap((list, place) =>
    list.map(({ place: other, cosine }) => ({
      one: things[place]?.id ?? "",
      other: things[other]?.id ?? "",
      cosine,
    })),
  );
}

function offer(list: { place: number; cosine: number }[] | undefined, place: number, cosine: number): void {
  if (list === undefined || Number.isNaN(cosine)) return;
  const last = list.at(-1);
  if (list.length === PAIRS_EACH && last !== undefined && cosine <= last.cosine) return;
  const at = list.findIndex((known) => known.cosine < cosine);
  list.splice(at === -1 ? list.length : at, 0, { place, cosine });
  if (list.length > PAIRS_EACH) list.pop();
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** NaN for vectors of different lengths. */
function product(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return Number.NaN;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
