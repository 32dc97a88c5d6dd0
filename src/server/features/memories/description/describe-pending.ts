import { type BackgroundJob, startBackgroundJob } from "#server/background-job.ts";
import type { Deps } from "#server/deps.ts";
import { publishToPerson } from "#server/events/publish.ts";
import { askPaid } from "#server/features/models/ask-paid.ts";
import { giveTryBack, saveDescription, takeUndescribed, type Undescribed } from "./description-repository.ts";
import { type Description, descriptionPrompt, readDescription } from "./model-description.ts";
import { findMemory } from "../repository.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import type { ModelCatalogue } from "#server/features/models/catalogue.ts";
import { DOCUMENTS_CHANGED, upsertDocuments } from "#server/features/search/repository.ts";

type World = Pick<Deps, "languageModel" | "database" | "config" | "log">;

const LOOK_EVERY_MS = 60_000;
/** Delay before the model is called again for a memory after a failure. */
const RETRY_MS = 5 * 60_000;
/** Delay before the next try after an exhausted budget. */
const BUDGET_MS = 60 * 60_000;

/** Adds a title, an overview and a mood to new memories in the background, if there is a language model. */
export function startDescribing(deps: Deps, models: ModelCatalogue): { stop(): Promise<void> } {
  if (deps.languageModel === null) return { stop: async () => undefined };
  const job: BackgroundJob = {
    channel: DOCUMENTS_CHANGED,
    everyMs: LOOK_EVERY_MS,
    work: () => describeNext(deps, models),
    failure: "a memory was not described",
  };
  return startBackgroundJob(deps, job);
}

/** Asks a model to describe one memory. @returns whether there may be more to do */
export async function describeNext(world: World, models: ModelCatalogue): Promise<boolean> {
  const memory = await takeUndescribed(world.database.kysely, RETRY_MS);
  if (memory === null) return false;
  const kind = memory.userId.startsWith("anon-") ? "visitor" : "user";
  const answer = await askPaid(world, models, {
    payer: { userId: memory.userId, kind },
    address: null,
    messages: descriptionPrompt(memory.content),
    what: "the title of a memory",
  });
  if (answer.state === "no budget") {
    await giveTryBack(world.database.kysely, memory.id, BUDGET_MS);
    return true;
  }
  const description = answer.state === "answered" ? readDescription(answer.text) : null;
  if (description !== null) await storeDescription(world, memory, description);
  else world.log.info("a language model described a memory in no usable form");
  return true;
}

/** Updates the memory, its search document and its owner's pages in one transaction. */
async function storeDescription(world: World, memory: Undescribed, description: Description): Promise<void> {
  await world.database.kysely.transaction().execute(async (tx) => {
    if (!(await saveDescription(tx, memory, description))) return;
    const record = await findMemory(tx, memory.id);
    if (record === null) return;
    await upsertDocuments(tx, [memoryDocument(record)]);
    await publishToPerson(tx, memory.userId, { event: "memory-described", data: { id: memory.id } });
  });
}
