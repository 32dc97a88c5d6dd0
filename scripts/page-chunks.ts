import { join, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";

// Assigns the page's modules to files.
//
// A part of the page is what one dynamic import loads, such as a view or a dialog. If each module were loaded by exactly the parts that need
// it, the page would have hundreds of tiny files, and on a slow line each costs a round trip. If all were in one file, every view would wait
// for all others. So chunks are merged as long as the requests that this saves outweigh the code that parts load in vain.

/** A module of the page, as far as a plan needs it. */
export interface PageModule {
  /** Ids of the modules that are loaded with it. */
  imports: readonly string[];
  /** Ids of the modules that it loads later. */
  laterImports: readonly string[];
  /** Characters of its code. */
  size: number;
}
type Graph = ReadonlyMap<string, PageModule>;

/** Parts that every visit loads right after the first paint: together they are one chunk. */
const CORE = [
  "app/after-paint.ts",
  "app/watch-reading.ts",
  "dialogs/dialogs.tsx",
  "dialogs/palette/watch-keys.ts",
  "features/companions/apply-companion.ts",
  "lib/server/api-client.ts",
  "offline/copy/query-storage.ts",
  "offline/user/set-user.ts",
].map((file) => `/src/web/${file}`);

/** A part's share in the decision: how often it is loaded, and how many characters a request less is worth to it. */
interface Share {
  weight: number;
  request: number;
}
/** Views, and what belongs to the first one: on a slow line each request counts. */
const VIEW: Share = { weight: 10, request: 120_000 };
/** Opened over a view, so most of it is there. */
const DIALOG: Share = { weight: 4, request: 15_000 };
const OTHER: Share = { weight: 1, request: 15_000 };
const OF_VIEWS = /-page\.tsx$|\/(conversation-view|open-chat-store|start-background-tasks|voice)\.tsx?$/;
const OF_DIALOGS = /\/dialogs\/|\/(confirm-body|toast-viewport)\.tsx$/;
/** Characters that one file fewer is worth: the service worker fetches every file. */
const FILE = 20_000;

const OF_STYLES = /\.css($|\?)/;
/** Files that only the schemas of a contract use. */
const OF_SCHEMAS = /\/node_modules\/zod\/|\/shared\/http\/fields\.ts$/;
const COMMENT = /\/\*[^]*?\*\//g;

/** The bundler's option. @param entry path of the page's first script */
export function pageChunks(entry: string): Rolldown.CodeSplittingGroup {
  let plan: Map<string, string> | undefined;
  return {
    name: (id, context) => (plan ??= planChunks(readGraph(context, entry), entry)).get(id) ?? null,
    // The plan names every module, and its chunks never import each other in a circle.
    includeDependenciesRecursively: false,
  };
}

/** Writes `.vite/parts.json` for scripts/bundle-weight.ts: the chunk of each part, by the part's path below `src`. */
export function listParts(): Plugin {
  return {
    name: "looby:list-parts",
    apply: "build",
    generateBundle(_options, bundle) {
      const parts: Record<string, string> = {};
      const later = new Set(
        [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
      );
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          for (const id of chunk.moduleIds)
            if (later.has(id)) parts[relative(join(import.meta.dirname, "../src"), id)] = chunk.fileName;
      this.emitFile({ type: "asset", fileName: ".vite/parts.json", source: JSON.stringify(parts) });
    },
  };
}

function readGraph(context: Rolldown.ChunkingContext, entry: string): Graph {
  const graph = new Map<string, PageModule>();
  const read = (id: string): void => {
    const info = context.getModuleInfo(id);
    if (info === null || graph.has(id)) return;
    const { importedIds, dynamicallyImportedIds, code } = info;
    // A contract's schemas are removed with their imports, but the bundler still lists these.
    const isContract = code?.includes("defineEndpoint(") === true;
    graph.set(id, {
      imports: importedIds.filter((other) => !isContract || !OF_SCHEMAS.test(other)),
      laterImports: [...dynamicallyImportedIds],
      size: code?.replaceAll(COMMENT, "").length ?? 0,
    });
    for (const next of [...importedIds, ...dynamicallyImportedIds]) read(next);
  };
  read(entry);
  const missing = CORE.filter((file) => ![...graph.keys()].some((id) => id.endsWith(file)));
  if (missing.length > 0)
    throw new Error(`scripts/page-chunks.ts names files that the page does not load: ${missing.join(", ")}`);
  return graph;
}

/**
 * Assigns every module outside the first paint to a chunk.
 * @param entry id of the page's first module: all that it imports is in the first paint
 * @returns the name of each module's chunk
 */
export function planChunks(graph: Graph, entry: string): Map<string, string> {
  const importsOf = (id: string): readonly string[] => graph.get(id)?.imports ?? [];
  const first = reach(entry, importsOf);
  const parts = [...new Set([...graph.values()].flatMap(({ laterImports }) => laterImports))].toSorted();
  const isOfCore = (id: string) => CORE.some((file) => id.endsWith(file));
  const core = [...graph.keys()].filter(isOfCore).flatMap((id) => [...reach(id, importsOf)]);
  // One style sheet for all views: a view is shown when all of its own have arrived, and each would be a request.
  const styles = new Set([...graph.keys()].filter((id) => OF_STYLES.test(id))).difference(first);
  const always = new Set(core).difference(first).difference(styles);
  const placed = first.union(always).union(styles);
  const later = parts.filter((id) => !placed.has(id));
  const needs = new Map<string, number[]>();
  for (const [place, part] of later.entries())
    for (const id of reach(part, importsOf))
      if (!placed.has(id)) needs.set(id, [...(needs.get(id) ?? []), place]);
  const classes = Map.groupBy(needs, ([, needing]) => needing.join(" "));
  const shares = later.map((id) => (OF_VIEWS.test(id) ? VIEW : OF_DIALOGS.test(id) ? DIALOG : OTHER));
  const chunks = [...classes.values()].map((members): Chunk => {
    const needing = new Set(members[0]?.[1]);
    const modules = members.map(([id]) => id);
    const size = modules.reduce((sum, id) => sum + (graph.get(id)?.size ?? 0), 0);
    return { modules, loaders: shares.map((_, place) => (needing.has(place) ? 1 : 0)), size };
  });
  const all = [[...always], [...styles], ...merge(chunks, shares, importsOf)];
  return new Map(all.flatMap((modules, place) => modules.map((id) => [id, `chunk${place}`])));
}

interface Chunk {
  modules: readonly string[];
  /** For each part, whether it loads the chunk: 0 or 1. */
  loaders: readonly number[];
  size: number;
}

/** Merges chunks while it saves anything, always the two for which it saves most. @returns the modules of each chunk */
function merge(
  chunks: readonly Chunk[],
  shares: readonly Share[],
  importsOf: (id: string) => readonly string[],
): (readonly string[])[] {
  const savedAlone = remembering((one, other) => savedByMerge(one, other, shares));
  let all = [...chunks];
  for (;;) {
    const below = chunksBelow(all, importsOf);
    const best = bestMerge(all, below, shares, savedAlone);
    if (best === null) return all.map(({ modules }) => modules);
    const [one, other] = best;
    const loaders = union(one.loaders, other.loaders);
    const merged = { modules: [...one.modules, ...other.modules], loaders, size: one.size + other.size };
    // The parts that load the merged chunk also load the chunks that it imports.
    const isWidened = (chunk: Chunk) => below.get(one)?.has(chunk) || below.get(other)?.has(chunk);
    all = all
      .filter((chunk) => chunk !== one && chunk !== other)
      .map((chunk) => (isWidened(chunk) ? { ...chunk, loaders: union(chunk.loaders, loaders) } : chunk));
    all.push(merged);
  }
}

/** Characters that a merge saves, apart from the chunks below. */
function savedByMerge(one: Chunk, other: Chunk, shares: readonly Share[]): number {
  let saved = FILE;
  for (const [part, { weight, request }] of shares.entries()) {
    const [isOfOne, isOfOther] = [one.loaders[part] === 1, other.loaders[part] === 1];
    if (isOfOne && isOfOther) saved += request * weight;
    else if (isOfOne) saved -= other.size * weight;
    else if (isOfOther) saved -= one.size * weight;
  }
  return saved;
}

/** Computes each pair once: a merge leaves most pairs as they are. */
function remembering(compute: (one: Chunk, other: Chunk) => number): typeof compute {
  const known = new WeakMap<Chunk, WeakMap<Chunk, number>>();
  return (one, other) => {
    const ofOne = known.get(one) ?? new WeakMap<Chunk, number>();
    const found = ofOne.get(other) ?? compute(one, other);
    known.set(one, ofOne.set(other, found));
    return found;
  };
}

function bestMerge(
  all: readonly Chunk[],
  below: ReadonlyMap<Chunk, ReadonlySet<Chunk>>,
  shares: readonly Share[],
  savedAlone: (one: Chunk, other: Chunk) => number,
): [Chunk, Chunk] | null {
  const none = new Set<Chunk>();
  let best: [Chunk, Chunk] | null = null;
  let most = 0;
  for (const [place, one] of all.entries()) {
    const belowOne = below.get(one) ?? none;
    for (const other of all.slice(place + 1)) {
      let saved = savedAlone(one, other);
      if (saved <= most) continue;
      const belowOther = below.get(other) ?? none;
      const loaders = union(one.loaders, other.loaders);
      for (const chunk of belowOne.union(belowOther))
        if (chunk !== one && chunk !== other)
          for (const [part, { weight }] of shares.entries())
            if (loaders[part] === 1 && chunk.loaders[part] !== 1) saved -= chunk.size * weight;
      if (saved <= most) continue;
      const isBetween = (chunk: Chunk): boolean =>
        chunk !== one &&
        chunk !== other &&
        ((belowOne.has(chunk) && below.get(chunk)?.has(other)) ||
          (belowOther.has(chunk) && below.get(chunk)?.has(one))) === true;
      if (all.some(isBetween)) continue;
      most = saved;
      best = [one, other];
    }
  }
  return best;
}

/** For each chunk, those that are loaded with it, and itself. */
function chunksBelow(
  all: readonly Chunk[],
  importsOf: (id: string) => readonly string[],
): Map<Chunk, ReadonlySet<Chunk>> {
  const homes = new Map(all.flatMap((chunk) => chunk.modules.map((id) => [id, chunk] as const)));
  const imports = new Map(
    all.map((chunk) => [
      chunk,
      [...new Set(chunk.modules.flatMap((id) => importsOf(id).flatMap((other) => homes.get(other) ?? [])))],
    ]),
  );
  return new Map(all.map((chunk) => [chunk, reach(chunk, (item) => imports.get(item) ?? [])]));
}

function union(some: readonly number[], others: readonly number[]): number[] {
  return some.map((value, place) => value || (others[place] ?? 0));
}

/** Everything that can be reached from `start`, with `start` itself. */
function reach<T>(start: T, next: (item: T) => readonly T[]): Set<T> {
  const found = new Set([start]);
  for (const item of found) for (const other of next(item)) found.add(other);
  return found;
}
