import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

/** Tables that belong to the identity itself and are deleted with it. Their rows never move to an account. */
const identityTables = ["sessions", "accounts", "passkeys", "reset_codes", "departed"] as const;

/** The user or visitor of a live session, by its token. Every call needs it, so it is one statement on two primary keys. */
export async function findSessionPerson(db: Kysely<Schema>, token: string) {
  return await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.id as sessionId", "users.id as userId", "pseudonym", "is_anonymous as isAnonymous"])
    .where("token", "=", token)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

export async function findPerson(db: Kysely<Schema>, userId: string) {
  return await db
    .selectFrom("users")
    .select([
      "id as userId",
      "pseudonym",
      "is_anonymous as isAnonymous",
      "email",
      "phone",
      "created_at as createdAt",
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
}

export async function findPersonByKey(db: Kysely<Schema>, pseudonymKey: string) {
  return await db
    .selectFrom("users")
    .select(["id as userId", "pseudonym", "email"])
    .where("pseudonym_key", "=", pseudonymKey)
    .executeTakeFirst();
}

export async function deleteSession(db: Kysely<Schema>, sessionId: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}

export async function deleteSessionsOf(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

/** Locks a visitor's row until the transaction ends. Returns false when it no longer exists or is not a visitor's. */
export async function lockVisitor(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("is_anonymous", "=", true)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the person, with all their credentials. */
export async function deletePerson(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("users").where("id", "=", userId).execute();
}

/** Moves the rows of one column to another person. For rows that both have, see `OwnedColumn.uniqueWith`. */
export async function reassignRows(
  db: Kysely<Schema>,
  { table, column, uniqueWith }: OwnedColumn,
  fromId: string,
  toId: string,
): Promise<void> {
  if (uniqueWith !== undefined) {
    const same = uniqueWith.map((name) => sql`theirs.${sql.ref(name)} = mine.${sql.ref(name)}`);
    await sql`
      delete from ${sql.table(table)} theirs using ${sql.table(table)} mine
      where theirs.${sql.ref(column)} = ${fromId} and mine.${sql.ref(column)} = ${toId}
        and ${sql.join([sql`true`, ...same], sql` and `)}`.execute(db);
  }
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${toId} where ${sql.ref(column)} = ${fromId}`.execute(
    db,
  );
}

/** Every column of this database whose name says that it holds a user id, except those of `identityTables`. */
export async function listOwnerColumns(db: Kysely<Schema>): Promise<OwnedColumn[]> {
  const { rows } = await sql<OwnedColumn>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and column_name in ('user_id', 'owner_id', 'created_by')
      and table_name not in (${sql.join([...identityTables])})
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * Stores an operator's code, or a mailed one. A mailed code replaces neither an operator's usable code nor a usable mailed code
 * that expires after `replacedBefore`.
 * @returns whether the code was stored
 */
export async function storeResetCode(
  db: Kysely<Schema>,
  code: { userId: string; codeHash: string; tries: number; expiresAt: Date; isOperators: boolean },
  replacedBefore: Date,
): Promise<boolean> {
  const row = {
    code_hash: code.codeHash,
    tries_left: code.tries,
    expires_at: code.expiresAt,
    is_operators: code.isOperators,
  };
  const stored = await db
    .insertInto("reset_codes")
    .values({ user_id: code.userId, ...row })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb.lit(code.isOperators),
            eb("reset_codes.tries_left", "<=", 0),
            eb("reset_codes.expires_at", "<=", sql<Date>`now()`),
            eb.and([
              eb("reset_codes.is_operators", "=", false),
              eb("reset_codes.expires_at", "<=", replacedBefore),
            ]),
          ]),
        ),
    )
    .returning("user_id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** Uses up one try at the live code of a pseudonym. Undefined when there is no code or no try left. */
export async function takeResetTry(db: Kysely<Schema>, pseudonymKey: string) {
  return await db
    .updateTable("reset_codes")
    .from("users")
    .set({ tries_left: sql<number>`tries_left - 1` })
    .whereRef("users.id", "=", "reset_codes.user_id")
    .where("pseudonym_key", "=", pseudonymKey)
    .where("tries_left", ">", 0)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id as userId", "code_hash as codeHash"])
    .executeTakeFirst();
}

/** Deletes the code. Returns false when another call was faster. */
export async function spendResetCode(db: Kysely<Schema>, userId: string, codeHash: string): Promise<boolean> {
  const row = await db
    .deleteFrom("reset_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** @param account.id id of the row, if the person had no password yet */
export async function storePassword(
  db: Kysely<Schema>,
  account: { id: string; userId: string; passwordHash: string },
): Promise<void> {
  await db
    .insertInto("accounts")
    .values({
      id: account.id,
      user_id: account.userId,
      account_id: account.userId,
      provider_id: "credential",
      password: account.passwordHash,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["provider_id", "account_id"])
        .doUpdateSet({ password: account.passwordHash, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Deletes expired sessions, passkey challenges and reset codes. */
export async function deleteExpired(db: Kysely<Schema>): Promise<void> {
  for (const table of ["sessions", "verifications", "reset_codes"] as const) {
    await db
      .deleteFrom(table)
      .where("expires_at", "<", sql<Date>`now()`)
      .execute();
  }
}

/**
 * Deletes visitors without a session and without data. They cannot return, so no data is lost. Spares today's visitors, because their
 * session may be about to begin.
 */
export async function deleteForgottenVisitors(
  db: Kysely<Schema>,
  columns: readonly OwnedColumn[],
): Promise<void> {
  const owns = columns.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} o where o.${sql.ref(column)} = users.id)`,
  );
  await sql`
    delete from users where is_anonymous and created_at < now() - interval '1 day'
      and not exists (select from sessions where sessions.user_id = users.id)
      and not (${sql.join([sql`false`, ...owns], sql` or `)})`.execute(db);
}
