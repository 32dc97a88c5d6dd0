import type { Kysely } from "kysely";
import { MAX_MEMORY, tooShort } from "#shared/features/memories/length-rule.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findMemory } from "#server/features/memories/repository.ts";
import { saveNote } from "#server/features/memories/service.ts";
import { type LinkRecord, storeProposal, takeProposal } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import type { TelegramButton } from "#server/platform/telegram/telegram-bot.ts";

type World = Pick<Deps, "database" | "config" | "wakeEmbedding" | "languageModel">;

/** How long a button remains valid, in milliseconds. */
export const PROPOSAL_LIFE_MS = 24 * 3_600_000;
const TYPE = "want-to-know";
const PRESSED = /^(keep|drop):([\da-f-]{36})$/;

/** The reason why these words cannot become a memory, as a sentence; null when they can. */
export function whyNotSaved(words: string): string | null {
  if (words.length > MAX_MEMORY)
    return `A memory has at most ${MAX_MEMORY.toLocaleString("en")} characters, this has ${words.length.toLocaleString("en")}. Please say it in fewer words.`;
  return tooShort(TYPE, words);
}

/** Stores words until their person decides whether they become a memory. @returns the id of the future memory */
export async function propose(db: Kysely<Schema>, { userId }: LinkRecord, content: string): Promise<string> {
  const id = newId();
  await storeProposal(db, { id, userId, content });
  return id;
}

export function saveButton(id: string, text: string): TelegramButton {
  return { text, data: `keep:${id}` };
}

export function dropButton(id: string, text: string): TelegramButton {
  return { text, data: `drop:${id}` };
}

export interface Settled {
  /** Shown at the button, at most 200 characters. */
  note: string;
  /** Whether the buttons can be removed. */
  isOver: boolean;
  /** Message to send in the chat; null: there is nothing new. */
  message: string | null;
}

/**
 * Handles a pressed button. The result is one memory, however often it is pressed and on however many servers at once.
 * @param link the link of the chat it was pressed in; null: the chat is not linked
 */
export async function settle(world: World, link: LinkRecord | null, data: string): Promise<Settled> {
  const [, choice, id] = PRESSED.exec(data) ?? [];
  if (link === null) return over("This chat is no longer linked. Nothing was saved.");
  if (id === undefined) return over("This button does nothing any more.");
  try {
    world.database.assertWritable();
    const settled = await world.database.kysely
      .transaction()
      .execute(async (tx) =>
        choice === "keep" ? await acceptOffer(world, tx, link, id) : await drop(tx, link, id),
      );
    if (settled.message !== null) world.wakeEmbedding();
    return settled;
  } catch (error) {
    // The transaction is rolled back: the words are still waiting, and the button can be pressed again.
    if (error instanceof AppError) return { note: "Not saved.", isOver: false, message: error.message };
    throw error;
  }
}

async function acceptOffer(world: World, tx: Kysely<Schema>, link: LinkRecord, id: string): Promise<Settled> {
  const proposal = await take(tx, link, id);
  if (proposal === null) return await tooLate(tx, link, id);
  const { userId, pseudonym, chatId, useRag } = link;
  const actor = { userId, pseudonym, kind: "user", sessionId: `telegram-${chatId}` } as const;
  const { content, createdAt } = proposal;
  const memory = { id, type: TYPE, content, createdAt: createdAt.toISOString(), useRag } as const;
  await saveNote(tx, actor, memory, {
    hasModel: world.languageModel !== null,
    most: world.config.limits.userMemories,
  });
  return {
    ...over("Saved."),
    message: "Saved as a memory. Only you see it, among your memories in the app.",
  };
}

async function drop(tx: Kysely<Schema>, link: LinkRecord, id: string): Promise<Settled> {
  return (await take(tx, link, id)) === null ? await tooLate(tx, link, id) : over("Not saved.");
}

async function tooLate(tx: Kysely<Schema>, { userId }: LinkRecord, id: string): Promise<Settled> {
  const isSaved = (await findMemory(tx, id))?.userId === userId;
  return over(
    isSaved ? "It is already saved." : "This was answered before, or too long ago. Please send it again.",
  );
}

function take(tx: Kysely<Schema>, { userId }: LinkRecord, id: string) {
  return takeProposal(tx, { id, userId, since: new Date(Date.now() - PROPOSAL_LIFE_MS) });
}

function over(note: string): Settled {
  return { note, isOver: true, message: null };
}
