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
import { watchState } from "./watch-state.ts";

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
    fingerprint: await watchState(app),
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

/** Some names are reserved (admin), so each one gets an article. */
function clientOf(name: string): string {
  return `The ${name}`;
}
