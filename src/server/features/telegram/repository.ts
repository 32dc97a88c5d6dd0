import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";
import type { TelegramContent } from "#server/platform/telegram/read-update.ts";

/** Only accounts can be linked, so a visitor has none of these rows. */
export const telegramOwnedColumns: readonly OwnedColumn[] = [
  { table: "telegram_links", column: "user_id", isExported: false },
  { table: "telegram_codes", column: "user_id", isExported: false },
  // A waiting answer is also in its conversation.
  { table: "telegram_unsent", column: "user_id", isExported: false },
  { table: "telegram_proposals", column: "user_id" },
  { table: "telegram_unanswered", column: "user_id" },
];

export interface LinkRecord {
  userId: string;
  pseudonym: string;
  chatId: string;
  name: string | null;
  threadId: string | null;
  /** Whether language models may read the library and the person's memories, as their page last sent it. */
  useRag: boolean;
}

/** Replaces an older code of the same person. */
export async function storeCode(
  db: Kysely<Schema>,
  code: { userId: string; codeHash: string; expiresAt: Date },
): Promise<void> {
  const { userId, codeHash, expiresAt } = code;
  await db
    .insertInto("telegram_codes")
    .values({ user_id: userId, code_hash: codeHash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ code_hash: codeHash, expires_at: expiresAt }),
    )
    .execute();
}

/** Consumes a code, even an expired one. @returns its person, if it is still valid */
export async function spendCode(db: Kysely<Schema>, codeHash: string, now: Date): Promise<string | null> {
  const spent = await db
    .deleteFrom("telegram_codes")
    .where("code_hash", "=", codeHash)
    .returning(["user_id", "expires_at"])
    .executeTakeFirst();
  return spent !== undefined && spent.expires_at > now ? spent.user_id : null;
}

/** A person has one chat and a chat one person. Earlier links of either are removed, with their waiting messages. */
export async function storeLink(
  db: Kysely<Schema>,
  { userId, chatId, name }: { userId: string; chatId: string; name: string | null },
): Promise<void> {
  const ended = await db
    .deleteFrom("telegram_links")
    .where((row) => row.or([row("user_id", "=", userId), row("chat_id", "=", chatId)]))
    .returning("user_id")
    .execute();
  for (const { user_id: former } of ended) await removeWaitingOf(db, former);
  await db.insertInto("telegram_links").values({ user_id: userId, chat_id: chatId, name }).execute();
}

export async function findLinkOf(db: Kysely<Schema>, userId: string): Promise<LinkRecord | null> {
  return (await selectLinks(db).where("telegram_links.user_id", "=", userId).executeTakeFirst()) ?? null;
}

export async function findLinkByChat(db: Kysely<Schema>, chatId: string): Promise<LinkRecord | null> {
  return (await selectLinks(db).where("chat_id", "=", chatId).executeTakeFirst()) ?? null;
}

/** Deletes the link, any open code, and everything waiting to be sent or answered. */
export async function removeLinkOf(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("telegram_links").where("user_id", "=", userId).execute();
  await db.deleteFrom("telegram_codes").where("user_id", "=", userId).execute();
  await removeWaitingOf(db, userId);
}

async function removeWaitingOf(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("telegram_unanswered").where("user_id", "=", userId).execute();
  await db.deleteFrom("telegram_unsent").where("user_id", "=", userId).execute();
  await db.deleteFrom("telegram_proposals").where("user_id", "=", userId).execute();
}

export async function storeThread(
  db: Kysely<Schema>,
  { userId, threadId }: { userId: string; threadId: string | null },
): Promise<void> {
  await db.updateTable("telegram_links").set({ thread_id: threadId }).where("user_id", "=", userId).execute();
}

/** Returns false when this update was received before. */
export async function rememberUpdate(db: Kysely<Schema>, updateId: number): Promise<boolean> {
  const inserted = await db
    .insertInto("telegram_updates")
    .values({ update_id: sql`${updateId}` })
    .onConflict((conflict) => conflict.doNothing())
    .returning("update_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function forgetOldUpdates(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("telegram_updates").where("heard_at", "<", before).execute();
  await db.deleteFrom("telegram_codes").where("expires_at", "<", before).execute();
}

function selectLinks(db: Kysely<Schema>) {
  return db
    .selectFrom("telegram_links")
    .innerJoin("users", "users.id", "telegram_links.user_id")
    .select([
      "telegram_links.user_id as userId",
      "users.pseudonym as pseudonym",
      "chat_id as chatId",
      "telegram_links.name as name",
      "thread_id as threadId",
      // As on a device where it was never changed.
      sql<boolean>`coalesce(users.use_rag, true)`.as("useRag"),
    ]);
}

/** Maximum waiting proposals of a person; older ones are deleted. */
const MOST_PROPOSALS = 20;

/** Text that becomes a memory with the same id when its person confirms. */
interface Proposal {
  id: string;
  userId: string;
  content: string;
}

export async function storeProposal(db: Kysely<Schema>, { id, userId, content }: Proposal): Promise<void> {
  await db.insertInto("telegram_proposals").values({ id, user_id: userId, content }).execute();
  await sql`
    delete from telegram_proposals where user_id = ${userId} and (created_at, id) <= (
      select created_at, id from telegram_proposals where user_id = ${userId}
      order by created_at desc, id desc offset ${MOST_PROPOSALS} limit 1
    )
  `.execute(db);
}

/** Deletes and returns a person's proposal. Of two concurrent presses one gets it. Null when it does not exist. */
export async function takeProposal(
  db: Kysely<Schema>,
  { id, userId, since }: { id: string; userId: string; since: Date },
): Promise<(Proposal & { createdAt: Date }) | null> {
  const taken = await db
    .deleteFrom("telegram_proposals")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .returning(["id", "user_id as userId", "content", "created_at as createdAt"])
    .executeTakeFirst();
  return taken ?? null;
}

export async function forgetOldProposals(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("telegram_proposals").where("created_at", "<", before).execute();
}

/** How long a server's claim on a message lasts without renewal. */
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

/** Stores a message, claimed by this server. */
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

/** Renews this server's claims on messages. */
export async function holdUnanswered(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`update telegram_unanswered set held_until = now() + ${HOLDING} where id = any(${[...ids]}::text[])`.execute(
    db,
  );
}

/** Releases the messages of this server, which is stopping, so that other servers take them over. */
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
