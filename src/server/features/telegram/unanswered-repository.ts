import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { TelegramContent } from "#server/platform/telegram/read-update.ts";

/** How long a server holds a message without renewing it. */
const HOLDING = sql`interval '1 minute'`;

/** A message from a linked chat that the bot has not answered yet. */
export interface UnansweredMessage {
  /** The id of the question in its conversation. */
  id: string;
  chatId: string;
  userId: string;
  content: MessageContent;
  /** How often it was taken over from a server that stopped. */
  tries: number;
}

export type MessageContent = Exclude<TelegramContent, { kind: "press" }>;

/** Stores a message, held by this server. */
export async function storeUnanswered(
  db: Kysely<Schema>,
  { id, chatId, userId, content }: Omit<UnansweredMessage, "tries">,
  updateId: number,
): Promise<void> {
  await sql`
    insert into telegram_unanswered (id, update_id, chat_id, user_id, content, held_until)
    values (${id}, ${updateId}, ${chatId}, ${userId}, ${JSON.stringify(content)}::jsonb, now() + ${HOLDING})
  `.execute(db);
}

/** Renews the messages that this server holds. */
export async function holdUnanswered(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`update telegram_unanswered set held_until = now() + ${HOLDING} where id = any(${[...ids]}::text[])`.execute(
    db,
  );
}

/** Lets other servers take over messages of this one, which stops. */
export async function releaseUnanswered(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`update telegram_unanswered set held_until = now() where id = any(${[...ids]}::text[])`.execute(
    db,
  );
}

/** Takes over the messages of servers that have stopped, in the order of their arrival. */
export async function takeOverUnanswered(db: Kysely<Schema>): Promise<UnansweredMessage[]> {
  const { rows } = await sql<UnansweredMessage>`
    with taken as (
      update telegram_unanswered set held_until = now() + ${HOLDING}, tries = tries + 1 where held_until < now()
      returning id, chat_id as "chatId", user_id as "userId", content, tries, update_id
    )
    select id, "chatId", "userId", content, tries from taken order by update_id
  `.execute(db);
  return rows;
}

/** Deletes a message that was answered. */
export async function dropUnanswered(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom("telegram_unanswered").where("id", "=", id).execute();
}
