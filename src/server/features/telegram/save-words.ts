import type { Kysely } from "kysely";
import { MAX_MEMORY, tooShort } from "#shared/features/memories/length-rule.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findMemory } from "#server/features/memories/repository.ts";
import { saveMemory } from "#server/features/memories/service.ts";
import { storeProposal, takeProposal } from "./proposal-repository.ts";
import type { LinkRecord } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { quotaOf } from "#server/http/limits/quota.ts";
import type { TelegramButton } from "#server/platform/telegram/telegram-bot.ts";

type World = Pick<Deps, "database" | "config" | "wakeEmbedding">;

/** How long a button can be pressed, in milliseconds. */
export const PROPOSAL_LIFE_MS = 24 * 3_600_000;
const TYPE = "want-to-know";
const PRESSED = /^(keep|drop):([\da-f-]{36})$/;

/** Why these words cannot become a memory, as a sentence; null when they can. */
export function whyNotSaved(words: string): string | null {
  if (words.length > MAX_MEMORY)
    return `A memory has at most ${MAX_MEMORY.toLocaleString("en")} characters, this has ${words.length.toLocaleString("en")}. Please say it in fewer words.`;
  return tooShort(TYPE, words);
}

/** Keeps words until their person has said whether they become a memory. @returns the id the memory would have */
export async function propose(db: Kysely<Schema>, { userId }: LinkRecord, content: string): Promise<string> {
  const id = newId();
  await storeProposal(db, { id, userId, content });
  return id;
}

export function keepButton(id: string, text: string): TelegramButton {
  return { text, data: `keep:${id}` };
}

export function dropButton(id: string, text: string): TelegramButton {
  return { text, data: `drop:${id}` };
}

export interface Settled {
  /** Shown where the button is, at most 200 characters. */
  note: string;
  /** Whether there is nothing left to press. */
  isOver: boolean;
  /** Said in the chat; null: nothing new came of it. */
  say: string | null;
}

/**
 * What comes of a pressed button: one memory, however often it is pressed and on however many servers at once.
 * @param link whose chat it was pressed in; null: nobody's
 */
export async function settle(world: World, link: LinkRecord | null, data: string): Promise<Settled> {
  const [, choice, id] = PRESSED.exec(data) ?? [];
  if (link === null) return over("This chat is not linked any more. Nothing was kept.");
  if (id === undefined) return over("This button does nothing any more.");
  try {
    world.database.assertWritable();
    const settled = await world.database.kysely
      .transaction()
      .execute(async (tx) =>
        choice === "keep" ? await keep(world, tx, link, id) : await drop(tx, link, id),
      );
    if (settled.say !== null) world.wakeEmbedding();
    return settled;
  } catch (error) {
    // The transaction is undone: the words wait on, and the button can be pressed again.
    if (error instanceof AppError) return { note: "Not kept.", isOver: false, say: error.message };
    throw error;
  }
}

async function keep(world: World, tx: Kysely<Schema>, link: LinkRecord, id: string): Promise<Settled> {
  const proposal = await take(tx, link, id);
  if (proposal === null) return await tooLate(tx, link, id);
  const { userId, pseudonym, chatId } = link;
  const actor = { userId, pseudonym, kind: "user", sessionId: `telegram-${chatId}` } as const;
  const { content, createdAt } = proposal;
  // Nobody has said here that a model may read it: that setting is each device's own.
  const memory = { id, type: TYPE, content, createdAt: createdAt.toISOString(), useRag: false } as const;
  await saveMemory(tx, actor, memory, {
    hasModel: false,
    most: quotaOf(world.config.quotas, actor).memories,
  });
  return { ...over("Kept."), say: "Kept as a memory. Only you see it, among your memories in the app." };
}

async function drop(tx: Kysely<Schema>, link: LinkRecord, id: string): Promise<Settled> {
  return (await take(tx, link, id)) === null ? await tooLate(tx, link, id) : over("Not kept.");
}

async function tooLate(tx: Kysely<Schema>, { userId }: LinkRecord, id: string): Promise<Settled> {
  const isKept = (await findMemory(tx, id))?.userId === userId;
  return over(
    isKept ? "It is kept already." : "This was answered before, or too long ago. Please send it again.",
  );
}

function take(tx: Kysely<Schema>, { userId }: LinkRecord, id: string) {
  return takeProposal(tx, { id, userId, since: new Date(Date.now() - PROPOSAL_LIFE_MS) });
}

function over(note: string): Settled {
  return { note, isOver: true, say: null };
}
