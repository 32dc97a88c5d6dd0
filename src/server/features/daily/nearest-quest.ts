import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import type { Deps } from "#server/deps.ts";
import { type BankQuest, questBank } from "./quest-bank.ts";
import type { MemoryRecord } from "#server/features/memories/repository.ts";

type World = Pick<Deps, "embedder" | "log">;

/** Time limit for embedding a thought. After it, the quest is chosen by words alone. */
const DEADLINE_MS = 2000;
/** Quests embedded per call, so that searches can run in between. */
const BATCH = 16;
/** As in the search: weight of common words relative to similar meaning. */
const WORDS_WEIGHT = 0.15;
const MOST_CHARACTERS = 400;

/** A thought a quest is chosen for. */
export type Thought = Pick<MemoryRecord, "content" | "staysFromModels">;

/**
 * The quest of the bank that is nearest to a thought, by meaning and words, or by words alone when embedding takes too long.
 * @param thought null: it was deleted; any quest will do, but always the same one for the same `seed`
 * @param recent the user's recent quests, which are not repeated
 */
export async function nearestQuest(
  world: World,
  { thought, seed, recent }: { thought: Thought | null; seed: string; recent: readonly string[] },
): Promise<BankQuest> {
  const { quests } = questBank();
  const fresh = quests.filter(({ quest }) => !recent.includes(quest));
  const open = fresh.length === 0 ? quests : fresh;
  const near = thought === null ? new Map<string, number>() : await nearness(world, thought);
  let best: { quest: BankQuest; score: number; draw: string } | null = null;
  for (const quest of open) {
    const score = near.get(quest.quest) ?? 0;
    // Ties are broken differently for each person and day.
    const draw = createHash("sha256").update(`${seed}|${quest.quest}`).digest("hex");
    if (best === null || score > best.score || (score === best.score && draw > best.draw))
      best = { quest, score, draw };
  }
  if (best === null) throw new Error("The quest bank is empty.");
  return best.quest;
}

async function nearness(world: World, { content, staysFromModels }: Thought): Promise<Map<string, number>> {
  const { quests } = questBank();
  const thought = content.slice(0, MOST_CHARACTERS);
  const words = new Set(keywordsOf(thought));
  const staysHere = staysFromModels && world.embedder.isElsewhere === true;
  const meanings = staysHere ? null : await meaningInTime(world, thought);
  return new Map(
    quests.map(({ quest, explanation }, index) => {
      const common = keywordsOf(`${quest} ${explanation}`).filter((word) => words.has(word)).length;
      const share = words.size === 0 ? 0 : common / words.size;
      return [quest, (meanings?.[index] ?? 0) + WORDS_WEIGHT * share];
    }),
  );
}

/** The cosine of each quest of the bank to a thought; null when it is not available in time. */
async function meaningInTime(world: World, thought: string): Promise<number[] | null> {
  const late = new AbortController();
  try {
    return await Promise.race([
      cosines(world, thought),
      sleep(DEADLINE_MS, null, { signal: late.signal, ref: false }),
    ]);
  } catch (error) {
    world.log.warn({ err: error }, "a thought was not embedded, its quest is chosen by its words");
    return null;
  } finally {
    late.abort();
  }
}

async function cosines({ embedder }: World, thought: string): Promise<number[]> {
  const [vectors, [mine]] = await Promise.all([bankVectors(embedder), embedder.embed([thought])]);
  return mine === undefined ? [] : vectors.map((vector) => cosine(vector, mine));
}

const embedded = new WeakMap<Deps["embedder"], Promise<Float32Array[]>>();

/** Vectors of the bank, computed once per model. */
async function bankVectors(embedder: Deps["embedder"]): Promise<Float32Array[]> {
  const known = embedded.get(embedder);
  if (known !== undefined) return await known;
  const making = embedBank(embedder);
  embedded.set(embedder, making);
  // Retry a failed computation with the next thought.
  making.catch(() => embedded.delete(embedder));
  return await making;
}

async function embedBank(embedder: Deps["embedder"]): Promise<Float32Array[]> {
  const texts = questBank().quests.map(({ quest, explanation }) => `${quest} ${explanation}`);
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH)
    vectors.push(...(await embedder.embed(texts.slice(at, at + BATCH))));
  return vectors;
}

function cosine(one: Float32Array, other: Float32Array): number {
  let dot = 0;
  for (let index = 0; index < one.length; index += 1) dot += (one[index] ?? 0) * (other[index] ?? 0);
  const norms = Math.hypot(...one) * Math.hypot(...other);
  return norms === 0 ? 0 : dot / norms;
}
