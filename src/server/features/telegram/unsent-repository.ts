import { type Kysely, sql } from "kysely";
import { containsWord } from "#server/db/connection/contains-word.ts";
import type { Schema } from "#server/db/schema.ts";
import type { TelegramButton } from "#server/platform/telegram/telegram-bot.ts";

/** Maximum waiting messages of one chat; older ones are deleted. */
const MOST_OF_CHAT = 20;
/** Maximum for all unlinked chats together, so that strangers cannot fill the disk. */
const MOST_WITHOUT_USER = 500;
/** An older answer is outdated. */
const LIFE = sql`interval '1 day'`;
/** How long a server may take to send one. */
const SENDING = sql`interval '1 minute'`;
const FORGOTTEN = "This answer quoted a memory that you have deleted or changed since. Please ask again.";

export interface Unsent {
  chatId: string;
  /** Null: an unlinked chat. */
  userId: string | null;
  text: string;
  buttons: readonly TelegramButton[];
  /** `memory:<id>` of the memories it quotes. */
  quotes: readonly string[];
  /** The conversation of the answer. */
  threadId: string | null;
}

export interface WaitingMessage extends Pick<Unsent, "chatId" | "userId" | "text"> {
  id: number;
  buttons: readonly TelegramButton[];
}

/** Whether messages for this chat are waiting; a new one then queues behind them. */
export async function hasUnsent(db: Kysely<Schema>, chatId: string): Promise<boolean> {
  const row = await db
    .selectFrom("telegram_unsent")
    .select("id")
    .where("chat_id", "=", chatId)
    .limit(1)
    .execute();
  return row.length > 0;
}

/** Stores a message until Telegram accepts it, unless its person has another chat now or its conversation was deleted. */
export async function storeUnsent(db: Kysely<Schema>, message: Unsent, sendAfter: Date): Promise<void> {
  const { chatId, userId, text, buttons, quotes, threadId } = message;
  await sql`
    insert into telegram_unsent (chat_id, user_id, text, buttons, quotes, thread_id, send_after)
    select ${chatId}, ${userId}::text, ${text}, ${buttons.length === 0 ? null : JSON.stringify(buttons)}::jsonb,
      ${[...quotes]}::text[], ${threadId}::text, ${sendAfter}::timestamptz
    where case when ${userId}::text is null
        then (select count(*) from telegram_unsent where user_id is null) < ${MOST_WITHOUT_USER}
        else exists (select from telegram_links where user_id = ${userId} and chat_id = ${chatId}) end
      and (${threadId}::text is null or exists (select from threads where id = ${threadId}))
  `.execute(db);
  await sql`
    delete from telegram_unsent where chat_id = ${chatId} and id <= (
      select id from telegram_unsent where chat_id = ${chatId} order by id desc offset ${MOST_OF_CHAT} limit 1
    )
  `.execute(db);
}

/** Claims the first message of every chat that is due, for one minute, so that no other server sends it. */
export async function claimUnsent(db: Kysely<Schema>, limit: number): Promise<WaitingMessage[]> {
  await sql`delete from telegram_unsent where created_at < now() - ${LIFE}`.execute(db);
  const { rows } = await sql<WaitingMessage>`
    update telegram_unsent set send_after = now() + ${SENDING}
    where id in (
      select id from telegram_unsent head
      where send_after <= now()
        and not exists (select from telegram_unsent earlier where earlier.chat_id = head.chat_id and earlier.id < head.id)
      order by id
      limit ${limit}
      for update skip locked
    )
    returning id, chat_id as "chatId", user_id as "userId", text, coalesce(buttons, '[]') as buttons
  `.execute(db);
  return rows;
}

/** Deletes a message that was sent or never can be. */
export async function dropUnsent(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom("telegram_unsent").where("id", "=", id).execute();
}

export async function postponeUnsent(db: Kysely<Schema>, id: number, sendAfter: Date): Promise<void> {
  await db.updateTable("telegram_unsent").set({ send_after: sendAfter }).where("id", "=", id).execute();
}

export async function dropUnsentOfChat(db: Kysely<Schema>, chatId: string): Promise<void> {
  await db.deleteFrom("telegram_unsent").where("chat_id", "=", chatId).execute();
}

/**
 * Clears waiting messages that quote a memory.
 * @param words only those that contain one of them; null: all
 */
export async function forgetUnsentQuotes(
  db: Kysely<Schema>,
  { id: memoryId, userId }: { id: string; userId: string },
  words: readonly string[] | null,
): Promise<void> {
  await sql`
    update telegram_unsent set text = ${FORGOTTEN}, buttons = null, quotes = '{}'
    where user_id = ${userId} and ${`memory:${memoryId}`} = any(quotes) and ${containsWord(sql`text`, words)}
  `.execute(db);
}
