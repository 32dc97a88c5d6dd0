import type { TestApp } from "./test-app.ts";

/** Digest of every table but sessions and counters. */
const FINGERPRINT = `select md5(string_agg(digest, '' order by name)) as digest from (
   select 'users' as name, md5(string_agg(t::text, '' order by id)) as digest from users t where not is_anonymous
   union all select 'accounts', md5(string_agg(t::text, '' order by id)) from accounts t
   union all select 'passkeys', md5(string_agg(t::text, '' order by id)) from passkeys t
   union all select 'communities', md5(string_agg(t::text, '' order by id)) from communities t
   union all select 'people', md5(string_agg(t::text, '' order by community_id, user_id)) from community_people t
   union all select 'asked', md5(string_agg(t::text, '' order by community_id, user_id)) from community_admin_invitations t
   union all select 'logins', md5(string_agg(t::text, '' order by community_id)) from community_logins t
   union all select 'elevations', md5(string_agg(t::text, '' order by community_id, session_id)) from community_elevations t
   union all select 'requests', md5(string_agg(t::text, '' order by id)) from community_requests t
   union all select 'invites', md5(string_agg(t::text, '' order by community_id)) from community_invites t
   union all select 'vibes', md5(string_agg(t::text, '' order by owner_id)) from vibes t
   union all select 'resources', md5(string_agg(t::text, '' order by id)) from resources t
   union all select 'history', md5(string_agg(t::text, '' order by id)) from resource_history t
   union all select 'photos', md5(string_agg(t::text, '' order by path)) from photos t
   union all select 'threads', md5(string_agg(t::text, '' order by id)) from threads t
   union all select 'messages', md5(string_agg(t::text, '' order by id)) from messages t
   union all select 'companions', md5(string_agg(t::text, '' order by user_id)) from companion_choices t
   union all select 'discoveries', md5(string_agg(t::text, '' order by user_id, companion)) from companion_discoveries t
   union all select 'memories', md5(string_agg(t::text, '' order by id)) from memories t
   union all select 'needs', md5(string_agg(t::text, '' order by id)) from needs t
   union all select 'answers', md5(string_agg(t::text, '' order by id)) from need_answers t
   union all select 'loans', md5(string_agg(t::text, '' order by id)) from loans t
   union all select 'tags', md5(string_agg(t::text, '' order by resource_id)) from resource_tags t
   union all select 'confirmations', md5(string_agg(t::text, '' order by loan_id, step, side)) from loan_confirmations t
   union all select 'days', md5(string_agg(concat(user_id, day, completed_at), '' order by user_id, day)) from daily_quests
   union all select 'notifications', md5(string_agg(t::text, '' order by id)) from notifications t
   union all select 'muted', md5(string_agg(t::text, '' order by user_id, kind)) from muted_notifications t
   union all select 'push', md5(string_agg(t::text, '' order by endpoint)) from push_subscriptions t
   union all select 'runs', md5(string_agg(id || state, '' order by id)) from runs t
 ) tables`;

/**
 * Watches everything stored. @returns a function that computes the digest, but only when a row of one of its tables has changed since
 * its last call. Creates triggers that count the changes.
 */
export async function watchState({ database: { pool } }: TestApp): Promise<() => Promise<string>> {
  const tables = new Set([...FINGERPRINT.matchAll(/ from ([a-z_]+)/g)].map(([, name]) => name));
  await pool.query(`create sequence state_changes;
    create function count_change() returns trigger language plpgsql
      as $$ begin perform nextval('state_changes'); return null; end $$`);
  for (const table of tables)
    await pool.query(`create trigger count_change after insert or update or delete on ${table}
      for each row execute function count_change()`);
  let known = { changes: "", digest: "" };
  return async () => {
    const { rows } = await pool.query<{ changes: string }>(
      "select concat(last_value, is_called) as changes from state_changes",
    );
    const changes = rows[0]?.changes ?? "";
    if (changes !== known.changes) {
      // A named statement, planned once: planning takes longer than running it.
      const result = await pool.query<{ digest: string }>({ name: "fingerprint", text: FINGERPRINT });
      known = { changes, digest: result.rows[0]?.digest ?? "" };
    }
    return known.digest;
  };
}
