import { getSession } from "#shared/features/account/contract.ts";
import { sendMessage } from "#shared/features/chat/contract.ts";
import { dayOf } from "#shared/features/lending/days.ts";
import { requestLoan } from "#shared/features/lending/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addNeed } from "#shared/features/needs/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { hashPassword } from "#server/features/account/passwords/password-hash.ts";
import type { Relation } from "#server/http/policy.ts";
import { startTestApp, type TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

/** Roles in which the authorization matrix makes its calls. */
export const roles = [
  "visitor",
  "forged visitor",
  "stranger",
  "member",
  "admin",
  "other admin",
  "removed admin",
  "deleted user",
] as const;
export type Role = (typeof roles)[number];
/** The role that the configuration names as an operator of the server. */
export const OPERATOR: Role = "admin";

/** Owner of the object of a call: the caller, a fellow member, an outsider, or no user. */
export const targets = ["own", "fellow's", "outsider's", "missing"] as const;
export type Target = (typeof targets)[number];

/** Objects of one person in the world. */
export interface Belongings {
  threadId: string;
  runId: string;
  passkeyId: string;
  /** A device other than the calling one. */
  deviceId: string;
  resourceId: string;
  /** For the person's own resource, requested by a user who is none of the other roles. */
  loanId: string;
  memoryId: string;
  /** Visible only to its person. */
  needId: string;
}

/** A secret and the people who may read it. */
export interface Canary {
  text: string;
  readers: readonly string[];
}

export interface World extends AsyncDisposable {
  app: TestApp;
  client(role: Role): TestClient;
  userId(name: string): string;
  belongings(role: Role, target: Target): Belongings;
  communityId: string;
  /** The community of a call about this target, and the role's relation to it. */
  community(role: Role, target: Target): { id: string; relation: Relation };
  canaries: readonly Canary[];
  /** A digest of everything stored, except sessions, visitors and counters, which any call may change. */
  fingerprint(): Promise<string>;
}

const COMMUNITY = "circle-a";
const OTHER_COMMUNITY = "circle-b";
const PEOPLE = [
  "stranger",
  "member",
  "admin",
  "other admin",
  "removed admin",
  "deleted user",
  "fellow",
  "outsider",
] as const;
const missing: Belongings = {
  threadId: newId(0),
  runId: newId(0),
  passkeyId: newId(0),
  deviceId: newId(0),
  resourceId: newId(0),
  loanId: newId(0),
  needId: newId(0),
  memoryId: newId(0),
};

/** Two communities with their people. Each person has a thread, a run, a passkey and a resource, all with canaries. */
export async function buildWorld(): Promise<World> {
  const app = await startTestApp();
  const ids = new Map<string, string>();
  for (const name of PEOPLE) ids.set(name, await signUp(app, name));
  await app.nameOperators(clientOf(OPERATOR));
  const canaries: Canary[] = [];
  await seedCommunities(app, ids);
  await hideSecrets(app, ids, canaries);
  const owned = new Map<string, Belongings>();
  for (const name of ["visitor", ...PEOPLE])
    owned.set(name, await furnish(app, name, ids.get(name) ?? null, canaries));
  await app.database.kysely
    .deleteFrom("users")
    .where("id", "=", ids.get("deleted user") ?? "")
    .execute();
  const [[name, value] = ["", ""]] = app.as(clientOf("stranger")).cookies;
  app
    .as(clientOf("forged visitor"))
    .cookies.set(name, value.startsWith("a") ? `b${value.slice(1)}` : `a${value.slice(1)}`);
  const holder = (role: Role, target: Target): string => {
    if (target === "own") return role;
    return target === "fellow's" ? "fellow" : "outsider";
  };
  return {
    app,
    communityId: COMMUNITY,
    community: relationTo,
    canaries,
    client: (role) => app.as(clientOf(role)),
    userId: (name) => ids.get(name) ?? "anonymous",
    belongings: (role, target) =>
      target === "missing" ? missing : (owned.get(holder(role, target)) ?? missing),
    fingerprint: () => fingerprint(app),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function signUp(app: TestApp, name: string): Promise<string> {
  const client = await app.signUp(clientOf(name), { email: `${canaryOf(name, "mail")}@example.org` });
  return (await client.call(getSession, {})).user.userId;
}

async function seedCommunities(app: TestApp, ids: ReadonlyMap<string, string>): Promise<void> {
  const db = app.database.kysely;
  await db
    .insertInto("communities")
    .values([
      { id: COMMUNITY, name: "Circle A" },
      { id: OTHER_COMMUNITY, name: "Circle B" },
    ])
    .execute();
  const belongs = (community_id: string, name: string, role: string) => ({
    community_id,
    user_id: ids.get(name) ?? "",
    role,
  });
  await db
    .insertInto("community_people")
    .values([
      belongs(COMMUNITY, "member", "member"),
      belongs(COMMUNITY, "fellow", "member"),
      belongs(COMMUNITY, "admin", "admin"),
      belongs(OTHER_COMMUNITY, "other admin", "admin"),
      belongs(OTHER_COMMUNITY, "outsider", "member"),
      belongs(OTHER_COMMUNITY, "removed admin", "member"),
    ])
    .execute();
}

/** Secrets of each community: its login, its invite link, and the messages of people who asked to join. */
async function hideSecrets(
  app: TestApp,
  ids: ReadonlyMap<string, string>,
  canaries: Canary[],
): Promise<void> {
  const db = app.database.kysely;
  const admins = { [COMMUNITY]: "admin", [OTHER_COMMUNITY]: "other admin" };
  const passwordHash = await hashPassword("canary-password of a community");
  for (const [communityId, admin] of Object.entries(admins)) {
    const secret = (what: string) => `canary-${what}-${communityId}`;
    await db
      .insertInto("community_logins")
      .values({
        community_id: communityId,
        admin_username: secret("username"),
        username_key: secret("username"),
        password_hash: `${passwordHash}${secret("hash")}`,
      })
      .execute();
    await db
      .insertInto("community_invites")
      .values({ community_id: communityId, nonce: secret("nonce-of-twenty"), made_by: ids.get(admin) ?? "" })
      .execute();
    await db
      .insertInto("community_requests")
      .values({
        id: `request-${communityId}`,
        community_id: communityId,
        user_id: ids.get(communityId === COMMUNITY ? "outsider" : "fellow") ?? "",
        answers: JSON.stringify([{ question: "Why?", answer: secret("answer") }]),
      })
      .execute();
    canaries.push(
      { text: secret("username"), readers: [admin] },
      { text: secret("answer"), readers: [admin] },
      { text: secret("hash"), readers: [] },
      { text: secret("nonce"), readers: [] },
    );
  }
  canaries.push({ text: passwordHash, readers: [] });
}

const PEOPLE_OF: Record<string, Partial<Record<Role, Relation>>> = {
  [COMMUNITY]: { member: "member", admin: "admin" },
  [OTHER_COMMUNITY]: { "other admin": "admin", "removed admin": "member" },
};

function relationTo(role: Role, target: Target): { id: string; relation: Relation } {
  if (target === "missing") return { id: newId(0), relation: "stranger" };
  const id = target === "outsider's" ? OTHER_COMMUNITY : COMMUNITY;
  return { id, relation: PEOPLE_OF[id]?.[role] ?? "stranger" };
}

async function furnish(
  app: TestApp,
  name: string,
  userId: string | null,
  canaries: Canary[],
): Promise<Belongings> {
  const client = app.as(clientOf(name));
  const word = canaryOf(name, "words");
  const stream = await client.send(sendMessage, { body: { text: `remember the word ${word}` } });
  const frames = await stream.text();
  const runId = /"runId":"([^"]+)"/.exec(frames)?.[1] ?? "";
  const threadId = /"threadId":"([^"]+)"/.exec(frames)?.[1] ?? "";
  canaries.push({ text: word, readers: [name] });
  const thought = { type: "want-to-know", content: `A thought: ${canaryOf(name, "thought")}` } as const;
  const { id: memoryId } = await client.call(createMemory, { body: thought });
  canaries.push({ text: canaryOf(name, "thought"), readers: [name] });
  if (userId === null) return { ...missing, threadId, runId, memoryId };
  const contact = canaryOf(name, "contact");
  const { id: resourceId } = await client.call(addResource, {
    body: {
      loobricateId: name === "outsider" ? OTHER_COMMUNITY : COMMUNITY,
      title: `A thing of ${name}`,
      description: "Something to share.",
      offeringType: "gear",
      email: `${contact}@example.org`,
    },
  });
  canaries.push({ text: canaryOf(name, "mail"), readers: [name] });
  const readers =
    name === "outsider" ? ["other admin", "outsider", "removed admin"] : ["member", "fellow", "admin", name];
  canaries.push({ text: contact, readers });
  const passkeyId = newId();
  await app.database.kysely
    .insertInto("passkeys")
    .values({
      id: passkeyId,
      user_id: userId,
      public_key: "-",
      credential_id: passkeyId,
      counter: 0,
      device_type: "x",
      backed_up: false,
    })
    .execute();
  const deviceId = newId();
  const token = `canary-token-${name.replaceAll(/\W/g, "")}`;
  await app.database.kysely
    .insertInto("sessions")
    .values({ id: deviceId, user_id: userId, token, expires_at: new Date(Date.now() + 3_600_000) })
    .execute();
  canaries.push({ text: token, readers: [] });
  const loanId = await borrow(app, name, resourceId, canaries);
  const look = { content: `I'm looking for ${canaryOf(name, "need")} tonight`, isShared: false };
  const { id: needId } = await client.call(addNeed, { body: look });
  canaries.push({ text: canaryOf(name, "need"), readers: [name] });
  return { threadId, runId, passkeyId, deviceId, resourceId, memoryId, loanId, needId };
}

/** A user asks to borrow a thing, with a message only for its owner. */
async function borrow(app: TestApp, name: string, resourceId: string, canaries: Canary[]): Promise<string> {
  const text = canaryOf(name, "loan");
  const borrower = app.as("The borrower");
  if (borrower.cookies.size === 0) await app.signUp("The borrower");
  const { id } = await borrower.call(requestLoan, {
    body: { resourceId, first: dayOf(new Date()), last: dayOf(new Date()), message: text, contact: text },
  });
  canaries.push({ text, readers: [name] });
  return id;
}

function canaryOf(name: string, what: string): string {
  return `canary-${what}-${name.replaceAll(/\W/g, "")}`;
}

async function fingerprint(app: TestApp): Promise<string> {
  const { rows } = await app.database.pool.query<{ digest: string }>({
    // A named statement, planned once: planning takes longer than running it.
    name: "fingerprint",
    text: `select md5(string_agg(digest, '' order by name)) as digest from (
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
     ) tables`,
  });
  return rows[0]?.digest ?? "";
}

/** Some names are reserved (admin), so each one gets an article. */
function clientOf(name: string): string {
  return `The ${name}`;
}
