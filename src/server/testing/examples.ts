import { dayOf } from "#shared/features/lending/days.ts";
import { sharedFiles } from "#shared/features/voice/device-speech.ts";
import { newTagCode } from "#shared/features/nfc/tag-code.ts";
import { newId } from "#shared/id.ts";
import type { Relation } from "#server/http/policy.ts";
import type { Role, Target, World } from "./world.ts";

export interface Example {
  /** A valid call of the endpoint about the target's object. */
  input: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  /** The role's relation to the object. */
  relation?: Relation;
  /** Statuses of an allowed call, if it does not simply succeed. */
  passes?: readonly number[];
}

export type MakeExample = (world: World, role: Role, target: Target) => Example;

/**
 * An example call for every endpoint, for the authorization matrix and the fuzz test. An endpoint without one fails the matrix.
 */
export const examples: Record<string, MakeExample> = {
  "settings.get": plain,
  "settings.health": plain,
  "settings.set-use-rag": () => ({ input: { body: { useRag: true } } }),
  "set-back.missing": () => ({ input: { body: { keys: ["a-key-of-nobody"] } } }),
  "account.session": plain,
  "account.sign-up": (_world, _role, target) => ({
    input: {
      body: { pseudonym: `New ${target.slice(0, 3)} ${newId().slice(-8)}`, password: "a tent with 3 poles" },
    },
  }),
  "account.sign-in": (_world, role) => ({
    input: { body: { pseudonym: `The ${role}`, password: "not the password" } },
    passes: [401],
  }),
  "account.sign-out": plain,
  "account.passkey-registration-options": (_world, role) => ({
    input: { body: {} },
    passes: role === "visitor" ? [] : [200],
  }),
  "account.add-passkey": () => ({ input: { body: { credential: { id: "nothing" } } }, passes: [400, 401] }),
  "account.passkeys": plain,
  "account.remove-passkey": (world, role, target) => ({
    input: { params: { passkeyId: world.belongings(role, target).passkeyId } },
    relation: personal(target),
  }),
  "account.devices": plain,
  "account.sign-out-device": (world, role, target) => ({
    input: { params: { deviceId: world.belongings(role, target).deviceId } },
    relation: personal(target),
  }),
  "account.sign-out-others": plain,
  "account.change-password": () => ({
    input: { body: { currentPassword: "not the password", password: "another tent with 3 poles" } },
    passes: [401],
  }),
  "account.passkey-sign-in-options": plain,
  "account.passkey-sign-in": () => ({
    input: { body: { credential: { id: "nothing" } } },
    passes: [400, 401],
  }),
  "account.request-reset-code": () => ({ input: { body: { pseudonym: "The fellow" } } }),
  "account.reset-password": () => ({
    input: { body: { pseudonym: "The fellow", code: "AAAAAAAA", password: "another tent with 3 poles" } },
    passes: [400, 401],
  }),
  "account.issue-reset-code": () => ({
    input: { body: { pseudonym: "The fellow" } },
    passes: [401, 403, 404],
  }),
  "communities.list": plain,
  "communities.get": (world, role, target) => ({
    input: { params: { communityId: world.community(role, target).id } },
    passes: target === "missing" ? [404] : [200],
  }),
  "communities.create": () => ({
    input: {
      body: {
        name: "A new circle",
        description: "Just begun.",
        location: "7:30 & E",
        adminUsername: `keeper ${newId().slice(-8)}`,
        adminPassword: "a tent with 3 poles",
      },
    },
  }),
  "communities.save": (world, role, target) =>
    ofCommunity(world, role, target, {
      body: { description: `By ${role}`, tags: "light, power", admins: undefined, city: "Demo City" },
    }),
  "communities.save-details": (world, role, target) =>
    ofCommunity(world, role, target, { body: { description: `Details by ${role}`, tags: "glue" } }),
  "communities.change-photo": (world, role, target) =>
    ofCommunity(world, role, target, { body: { coverPhotoPath: null } }),
  "communities.save-form": (world, role, target) =>
    ofCommunity(world, role, target, { body: { description: `By ${role} and form` } }),
  "communities.authenticate": (_world, _role, target) => ({
    input: { body: { username: `somebody of ${target.slice(0, 3)}`, password: "not the password" } },
    passes: [401],
  }),
  "communities.issue-login": (world) => ({
    input: { body: { loobricateId: world.communityId, username: "another login" } },
    passes: [401],
  }),
  "communities.search-users": (_world, role) => ({
    input: { query: { q: "The" } },
    relation: role === "admin" || role === "other admin" ? "admin" : "stranger",
  }),
  "communities.change-membership": (world, role, target) => {
    const { id, relation } = world.community(role, target);
    const person = target === "outsider's" ? "outsider" : "fellow";
    return {
      input: { params: { personId: world.userId(person) }, body: { loobricateId: id, action: "add" } },
      relation,
    };
  },
  "communities.change-membership-by-name": (world, role, target) => {
    const { id, relation } = world.community(role, target);
    const input = { params: { username: "Nobody at all" }, body: { loobricateId: id, action: "remove" } };
    return { input, relation, passes: [404] };
  },
  "communities.answer-admin-invitation": (world, role, target) => ({
    input: {
      params: { communityId: world.community(role, target).id },
      body: { decision: "decline" },
    },
    passes: [410],
  }),
  "communities.request-to-join": (world, role, target) => ({
    input: { params: { communityId: world.community(role, target).id }, body: { answers: [] } },
    passes: target === "missing" ? [404] : [200, 409],
  }),
  "communities.withdraw-request": (world, role, target) => ({
    input: { params: { communityId: world.community(role, target).id } },
  }),
  "communities.requests": ofCommunity,
  "communities.decide-request": (world, role, target) => {
    const { id, relation } = world.community(role, target);
    const input = { params: { communityId: id, requestId: `request-${id}` }, body: { decision: "decline" } };
    return { input, relation };
  },
  "communities.history": ofCommunity,
  "transfer.export": (world, role, target) =>
    ofCommunity(world, role, target, { query: { part: "listings", format: "csv" } }),
  "transfer.import": (world, role, target) =>
    ofCommunity(world, role, target, {
      body: { file: new File(["pseudonym\nThe fellow"], "x.csv"), part: "members", mode: "preview" },
    }),
  "communities.invite-link": ofCommunity,
  "communities.reset-invite-link": ofCommunity,
  "communities.end-invite-link": ofCommunity,
  "communities.invite-code": ofCommunity,
  "communities.read-invite": () => ({
    input: { body: { token: "bGlua35jaXJjbGUtYQ~forged" } },
    passes: [410],
  }),
  "communities.redeem-invite": () => ({
    input: { body: { token: "bGlua35jaXJjbGUtYQ~forged" } },
    passes: [410],
  }),
  "outbound.services": plain,
  "omi.link": plain,
  "omi.begin-link": () => ({ input: { body: {} }, passes: [503] }),
  "omi.confirm-link": () => ({ input: { body: { omiUid: "someone", state: "forged" } }, passes: [503] }),
  "omi.send-code": () => ({ input: { body: {} }, passes: [503] }),
  "omi.prove-link": () => ({ input: { body: { code: "1234 5678" } } }),
  "omi.unlink": plain,
  "omi.pull": () => ({ input: { body: {} }, passes: [503] }),
  "omi.retry-write": () => ({ input: { params: { writeId: "none" }, body: {} }, passes: [503] }),
  "omi.drop-write": () => ({ input: { params: { writeId: "none" } }, passes: [404] }),
  "omi.create-memory": () => ({ input: { body: { content: "Water at 7:30" } }, passes: [503] }),
  "omi.create-conversation": () => ({ input: { body: { content: "Water at 7:30" } }, passes: [503] }),
  "mem0.consent": plain,
  "mem0.set-consent": () => ({ input: { body: { isOn: false } } }),
  "omi.setup": plain,
  "settings.checks": plain,
  "omi.hear": () => ({
    input: { params: { key: "forged" }, query: { uid: "someone" }, body: {} },
    passes: [404],
  }),
  "telegram.create-link-code": () => ({ input: { body: {} }, passes: [503] }),
  "telegram.link": plain,
  "telegram.unlink": plain,
  "telegram.hear": () => ({ input: { body: { update_id: 1 } }, passes: [401] }),
  "vibe.store": (world, role, target) => {
    const community = world.community(role, target);
    const isOwn = target === "own" && role !== "admin";
    return {
      input: {
        body: {
          id: isOwn ? idOf(world, role, target) : community.id,
          state: { quaternion: [0, 0, 0, 1], sentiment: 0.5, intensity: 0.2 },
        },
      },
      relation: isOwn && role !== "visitor" ? "owner" : community.relation,
    };
  },
  "vibe.get": (world, role, target) => ({
    input: {
      params: { entityId: target === "own" ? idOf(world, role, target) : world.community(role, target).id },
    },
  }),
  "map.listCamps": plain,
  "map.getCamp": () => ({ input: { params: { campId: "nobody" } }, passes: [404] }),
  "map.camp-years": plain,
  "map.import-camps": () => ({
    input: {
      body: { file: new File(['[{"name":"A"}]'], "camps.json"), year: "2024", mode: "preview" },
    },
  }),
  "map.city": plain,
  "map.locate": () => ({ input: { query: { q: "7:30 & Enchant", year: "2024" } } }),
  "places.search-addresses": () => ({ input: { query: { q: "7:30 & Enchant" } } }),
  "explore.camp-marks": plain,
  // Without content, which removes a mark, so the camp does not have to exist.
  "explore.mark-camp": () => ({
    input: { params: { campId: "a-camp" }, body: { isFavourite: false, note: "" } },
  }),
  "explore.discoveries": plain,
  "explore.discover": () => ({ input: { body: { places: [{ kind: "art", id: "man" }] } } }),
  "photos.upload": () => ({
    input: { body: { file: new File([PIXEL], "pixel.png", { type: "image/png" }), purpose: "entry" } },
  }),
  "photos.file": () => ({
    input: {
      params: { folder: "entries", owner: "someone", name: "1-a.webp" },
      query: { expires: "1", signature: "forged" },
    },
    passes: [403, 404, 410],
  }),
  "resources.add": addResource,
  "resources.add-entry": addResource,
  "resources.list": plain,
  "resources.get": (world, role, target) => ({
    input: { params: { resourceId: world.belongings(role, target).resourceId } },
    passes: target === "missing" || target === "own" ? [200, 404] : [200],
  }),
  "resources.edit": (world, role, target) => ({
    input: {
      params: { entryId: world.belongings(role, target).resourceId },
      body: { title: "Another title", status: "maintenance" },
    },
    relation: personal(target),
  }),
  "resources.delete": (world, role, target) => ({
    input: { params: { entryId: world.belongings(role, target).resourceId } },
    relation: personal(target),
    passes: [200, 404],
  }),
  "companions.list": plain,
  "companions.guide": plain,
  "companions.choose": (world, role, target) => ({
    input: {
      params: { userId: idOf(world, role, target) },
      body: { activeCompanion: "base-looby", hasChosenCompanion: true, discoveredCompanions: [] },
    },
    relation: personal(target),
  }),
  "companions.discover": () => ({
    input: { body: { trigger: { kind: "place", latitude: 40.786, longitude: -119.203, accuracyM: 12 } } },
  }),
  "companions.meet": () => ({
    input: { body: { kind: "tag", code: "AAAAAAAAAAAAAAAAAAAAAA" } },
    passes: [404],
  }),
  "companions.issue-tag": () => ({ input: { body: { companion: "nexus" } }, passes: [401] }),
  "surveys.list": plain,
  "surveys.get": () => ({ input: { params: { surveyId: "none" } }, passes: [404] }),
  "voice.transcribe": () => ({
    input: { body: { audio: new File([SILENCE], "silence.wav", { type: "audio/wav" }) } },
  }),
  "voice.device-file-part": () => ({
    input: { params: { hash: sharedFiles.vocabulary.sha256, part: "0" } },
  }),
  "models.list": plain,
  "memories.create": () => ({
    input: { body: { type: "looking-for", content: "I'm looking for a kite that flies in the dust." } },
  }),
  "memories.on-this-day": plain,
  "memories.list": () => ({ input: { query: { q: "canary", source: "all", limit: "50" } } }),
  "knowledge.connections": (world, role, target) => ({
    input: { query: { memoryId: world.belongings(role, target).memoryId } },
    relation: personal(target),
    // 404 after `memories.delete`, for a user who has only one memory.
    passes: [200, 404],
  }),
  "knowledge.add": () => ({ input: { body: { content: "A kite.", source: "user", metadata: {} } } }),
  "knowledge.query": () => ({ input: { body: { query: "Where is my kite?", limit: 5 } } }),
  "knowledge.insights": () => ({ input: { body: { context: "kites" } } }),
  "memories.export": plain,
  "memories.import": () => ({
    input: {
      body: [{ content: "A kite.", createdAt: "2026-01-01T00:00:00Z", source: "omi" }, { content: 7 }],
    },
  }),
  "memories.edit": (world, role, target) => ({
    input: {
      params: { memoryId: world.belongings(role, target).memoryId },
      body: { content: "I'm looking for two kites that fly in the dust." },
    },
    relation: personal(target),
  }),
  "memories.tick-item": (world, role, target) => ({
    input: {
      params: { memoryId: world.belongings(role, target).memoryId },
      body: { item: "Bring the kites", isDone: true },
    },
    relation: personal(target),
    // The memory is the caller's but has no such item.
    passes: [404],
  }),
  "memories.delete": (world, role, target) => ({
    input: { params: { memoryId: world.belongings(role, target).memoryId } },
    relation: personal(target),
    // 404 after the previous call, for a user who has only one.
    passes: [200, 404],
  }),
  "daily.share-thought": () => ({ input: { body: { content: "The dust settled and I saw the stars." } } }),
  "daily.process-thought": (world, role, target) => ({
    input: { body: { id: world.belongings(role, target).memoryId, content: "A thought." } },
    relation: personal(target),
  }),
  "profile.get": plain,
  "leaving.export": plain,
  // No user of this world has a password known to the example.
  "leaving.delete": () => ({ input: { body: { password: "not the password" } }, passes: [401] }),
  // The test database is in memory and has no backups.
  "leaving.forget-backups": () => ({ input: { body: {} }, passes: [409] }),
  "daily.thought-status": plain,
  "daily.quest": plain,
  "daily.past-quests": plain,
  "daily.complete-quest": () => ({ input: { body: { day: "2026-08-30" } }, passes: [404] }),
  // Zero seconds: a stream that stays open would never complete.
  "events.follow": (world) => ({
    input: { query: { for: "0", after: "0", entities: world.communityId } },
    passes: [200, 401],
  }),
  "notifications.list": plain,
  "notifications.read": () => ({ input: { body: { ids: [newId(0)], upTo: "2026-01-01T00:00:00Z" } } }),
  "notifications.choices": plain,
  "notifications.choose": () => ({ input: { body: { muted: ["need"] } } }),
  "notifications.subscribe-push": () => ({
    input: {
      body: {
        endpoint: "https://push.example/of-a-phone",
        keys: { p256dh: "a-key-of-a-browser", auth: "a-secret-of-a-browser" },
      },
    },
  }),
  "notifications.unsubscribe-push": () => ({
    input: { body: { endpoint: "https://push.example/of-a-phone" } },
  }),
  "lending.list": plain,
  "lending.request": (world) => ({
    input: {
      body: {
        resourceId: world.belongings("stranger", "outsider's").resourceId,
        first: dayOf(new Date()),
        last: dayOf(new Date()),
      },
    },
  }),
  "lending.step": (world, role, target) => ({
    input: { params: { loanId: world.belongings(role, target).loanId }, body: { step: "approve" } },
    relation: personal(target),
    // An earlier call may have deleted its resource.
    passes: [200, 404],
  }),
  "lending.confirm": (world, role, target) => ({
    input: {
      params: { loanId: world.belongings(role, target).loanId },
      body: { step: "hand-over", code: "7K3MQ9TD0XVF2B8C" },
    },
    relation: personal(target),
    // It has no tag, may not be approved, and an earlier call may have deleted its resource.
    passes: [403, 404, 409],
  }),
  "lending.calendar": (world, role, target) => ({
    input: { params: { resourceId: world.belongings(role, target).resourceId } },
    passes: target === "missing" || target === "own" ? [200, 404] : [200],
  }),
  "nfc.find": () => ({ input: { params: { code: "7K3MQ9TD0XVF2B8C" } }, passes: [404] }),
  "nfc.get-tag": ofEntry,
  "nfc.set-tag": (world, role, target) => {
    const { input, ...example } = ofEntry(world, role, target);
    return { input: { ...input, body: { code: newTagCode() } }, ...example };
  },
  "nfc.remove-tag": ofEntry,
  "needs.list": plain,
  "needs.mine": plain,
  "needs.add": () => ({
    input: { body: { content: "I'm looking for a kite for the dust.", place: "7:30 & C", isShared: false } },
  }),
  "needs.change": (world, role, target) => ({
    input: { params: { needId: world.belongings(role, target).needId }, body: { state: "closed" } },
    relation: personal(target),
    // Deleting a memory in an earlier call also deletes its need.
    passes: [200, 404],
  }),
  "needs.delete": (world, role, target) => ({
    input: { params: { needId: world.belongings(role, target).needId } },
    relation: personal(target),
    // The matrix also deletes memories.
    passes: [200, 404],
  }),
  "needs.answer": (world, role, target) => ({
    input: { params: { needId: world.belongings(role, target).needId }, body: { message: "I have one." } },
    passes: [404],
  }),
  "chat.send": (world, role, target) => ({
    input: {
      body: {
        text: "who can lend me a ladder?",
        // An edit does not create a conversation.
        ...(target === "missing"
          ? {}
          : { threadId: world.belongings(role, target).threadId, trigger: "edit", parentId: null }),
      },
    },
    relation: target === "missing" ? "owner" : personal(target),
  }),
  "chat.follow-run": (world, role, target) => ({
    input: { params: { runId: world.belongings(role, target).runId } },
    relation: personal(target),
  }),
  "chat.stop-run": (world, role, target) => ({
    input: { params: { runId: world.belongings(role, target).runId } },
    relation: personal(target),
  }),
  "chat.threads": plain,
  "chat.thread": (world, role, target) => ({
    input: { params: { threadId: world.belongings(role, target).threadId } },
    relation: personal(target),
  }),
  "chat.change-thread": (world, role, target) => ({
    input: { params: { threadId: world.belongings(role, target).threadId }, body: { title: "Another name" } },
    relation: personal(target),
  }),
  "chat.delete-thread": (world, role, target) => ({
    input: { params: { threadId: world.belongings(role, target).threadId } },
    relation: personal(target),
  }),
};

/** The smallest PNG: one transparent pixel. */
const PIXEL = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
);

/** A WAV header without sound. */
const SILENCE = Uint8Array.from("RIFF    WAVE", (character) => character.charCodeAt(0));

/** A call about the tag of a user's resource, which the admins of its community may also make. */
function ofEntry(world: World, role: Role, target: Target): Example {
  return {
    input: { params: { entryId: world.belongings(role, target).resourceId } },
    relation: target === "own" ? "owner" : world.community(role, target).relation,
    // An earlier call may have deleted it.
    passes: [200, 404],
  };
}

/** A call about a community. */
function ofCommunity(
  world: World,
  role: Role,
  target: Target,
  input: Pick<Example["input"], "body" | "query"> = {},
): Example {
  const { id, relation } = world.community(role, target);
  return { input: { params: { communityId: id }, ...input }, relation };
}

function plain(): Example {
  return { input: {} };
}

function addResource(world: World): Example {
  const body = {
    loobricateId: world.communityId,
    title: "A lamp",
    description: "It glows.",
    offeringType: "gear",
  };
  return { input: { body } };
}

/** The user id of the target, as a call may name it. */
function idOf(world: World, role: Role, target: Target): string {
  if (target === "missing") return newId(0);
  if (target !== "own") return world.userId(target === "fellow's" ? "fellow" : "outsider");
  return role === "forged visitor" ? "anon-forged" : world.userId(role);
}

/** For a thread, a run or a passkey, every user but its owner is a stranger. */
function personal(target: Target): Relation {
  return target === "own" ? "owner" : "stranger";
}
