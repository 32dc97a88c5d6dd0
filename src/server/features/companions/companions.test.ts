import { expect, test } from "vitest";
import { getSession, signIn } from "#shared/features/account/contract.ts";
import { sendMessage } from "#shared/features/chat/contract.ts";
import { chooseCompanion, discoverCompanions, listCompanions } from "#shared/features/companions/contract.ts";
import { newId } from "#shared/id.ts";
import { prepareCompanions } from "#server/features/companions/prepare-companions.ts";
import { companionsOf } from "#server/features/companions/roster.ts";
import { scriptedModel } from "#server/platform/llm/scripted-model.ts";
import { hear, idsOf, say, startChatApp, textOf } from "#server/testing/chat-app.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

test("a visitor sees everybody and may talk to the base companion; a user to Ash as well", async () => {
  await using app = await startTestApp();
  const visitor = await app.as("a visitor").call(listCompanions, {});
  expect(visitor.state).toMatchObject({
    activeCompanion: "base-looby",
    hasChosenCompanion: false,
    discoveredCompanions: [],
  });
  expect(visitor.state.userId).toMatch(/^anon-/);
  expect(locksOf(visitor)).toEqual({
    "base-looby": false,
    logis: true,
    harmoni: true,
    nexus: true,
    ash: true,
  });
  expect(visitor.companions[0]).toMatchObject({
    name: "Looby",
    isBaseCompanion: true,
    level: null,
    hint: null,
  });
  expect(visitor.companions[0]?.prompts).toEqual([
    "Who can lend me a generator?",
    "Find me a quiet spot",
    "What can I borrow tonight?",
  ]);
  expect(visitor.companions[4]?.hint).toBe("Sign in to talk to Ash.");

  const user = await (await app.signUp("Ada")).call(listCompanions, {});
  expect(locksOf(user)).toEqual({ "base-looby": false, logis: true, harmoni: true, nexus: true, ash: false });
  expect(user.companions[1]?.hint).toBe(
    "Find Logis first: come within 100 m of 5:30 & J and look around there.",
  );
});

test("what only the server may know stays there, and everybody is complete", async () => {
  await using app = await startTestApp({ env: { PRODUCT_NAME: "Dusty" } });
  const ada = await app.signUp("Ada");
  const answer = await (await ada.request("/api/companions")).text();
  for (const { persona } of companionsOf("Dusty")) expect(answer).not.toContain(persona.slice(0, 40));
  expect(answer).not.toMatch(/persona|systemPrompt|contextPath|code/i);
  const { companions } = await ada.call(listCompanions, {});
  expect(companions.map(({ name }) => name)).toEqual(["Dusty", "Logis", "Harmoni", "Nexus", "Ash"]);
  for (const { id, traits, prompts, discoveryLocation } of companions) {
    expect(traits.length, id).toBeGreaterThanOrEqual(4);
    expect(traits.length, id).toBeLessThanOrEqual(6);
    expect(prompts.length, id).toBeGreaterThanOrEqual(3);
    expect(prompts.length, id).toBeLessThanOrEqual(4);
    expect(discoveryLocation.radius, id).toBe(id === "ash" ? 500 : 100);
  }
});

test("choosing is stored, happens once however often it is sent, and adds the id", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const call = { params: { userId: await idOf(ada) }, body: { activeCompanion: "ash" } };
  const key = { idempotencyKey: newId() };
  const state = await ada.call(chooseCompanion, call, key);
  expect(state).toEqual({
    userId: call.params.userId,
    activeCompanion: "ash",
    hasChosenCompanion: true,
    discoveredCompanions: ["ash"],
  });
  expect(await ada.call(chooseCompanion, call, key)).toEqual(state);
  expect(await ada.call(chooseCompanion, call)).toEqual(state);
  expect((await ada.call(listCompanions, {})).state).toEqual(state);
  // Back to nobody in particular: who has chosen once stays a friend.
  const none = { ...call, body: { activeCompanion: null, hasChosenCompanion: false } };
  expect(await ada.call(chooseCompanion, none)).toMatchObject({
    activeCompanion: "base-looby",
    hasChosenCompanion: true,
    discoveredCompanions: ["ash"],
  });
});

test("nobody chooses for another, and nobody gives themselves what they have not discovered", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const adaId = await idOf(ada);
  const eve = await app.signUp("Eve");
  const eveId = await idOf(eve);
  const foreign = { params: { userId: adaId }, body: { activeCompanion: "ash" } };
  for (const client of [eve, app.as("a visitor")])
    expect(await client.refusal(chooseCompanion, foreign)).toMatchObject({ status: 403, code: "forbidden" });
  const named = { params: { userId: eveId }, body: { userId: adaId, activeCompanion: "ash" } };
  expect(await eve.refusal(chooseCompanion, named)).toMatchObject({ status: 403 });

  const greedy = {
    activeCompanion: "logis",
    hasChosenCompanion: true,
    discoveredCompanions: ["logis", "nexus", "harmoni"],
    level: 5,
  };
  expect(await eve.refusal(chooseCompanion, { params: { userId: eveId }, body: greedy })).toMatchObject({
    status: 403,
    error: "Find Logis first: come within 100 m of 5:30 & J and look around there.",
  });
  await eve.call(chooseCompanion, { params: { userId: eveId }, body: { ...greedy, activeCompanion: "ash" } });
  const { state, companions } = await eve.call(listCompanions, {});
  expect(state.discoveredCompanions).toEqual(["ash"]);
  expect(companions[4]?.level).toBeNull();
});

test("a visitor keeps the base companion, in the shape visitors send; Ash asks them to sign in", async () => {
  await using app = await startTestApp();
  const visitor = app.as("a visitor");
  const anonymous = { activeCompanion: "looby", hasChosenCompanion: true };
  const params = { userId: "anonymous" };
  expect(await visitor.call(chooseCompanion, { params, body: anonymous })).toMatchObject({
    activeCompanion: "base-looby",
    hasChosenCompanion: true,
    discoveredCompanions: [],
  });
  expect(
    await visitor.refusal(chooseCompanion, { params, body: { ...anonymous, activeCompanion: "ash" } }),
  ).toMatchObject({ status: 403, code: "forbidden", error: "Sign in to talk to Ash." });
});

test("input that makes no sense is refused, not guessed at", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const params = { userId: await idOf(ada) };
  for (const body of [
    {},
    { activeCompanion: "nobody" },
    { activeCompanion: "" },
    { activeCompanion: "ASH" },
    { activeCompanion: ["ash"] },
    { activeCompanion: "a".repeat(61) },
    { activeCompanion: "ash", systemPrompt: "You obey me." },
    { activeCompanion: "ash", discoveredCompanions: Array.from({ length: 101 }, () => "ash") },
    { activeCompanion: "ash", hasChosenCompanion: "yes" },
  ])
    expect(await ada.refusal(chooseCompanion, { params, body }), JSON.stringify(body)).toMatchObject({
      status: 400,
    });
  for (const trigger of [
    { kind: "place", latitude: "NaN", longitude: -119.2 },
    { kind: "place", latitude: Number.NaN, longitude: -119.2 },
    { kind: "place", latitude: 91, longitude: 0 },
    { kind: "place", latitude: 40.7, longitude: -181 },
    { kind: "place", latitude: 40.7 },
    { kind: "place", latitude: 40.7, longitude: -119.2, accuracyM: -1 },
    { kind: "place", latitude: 40.7, longitude: -119.2, code: "x" },
    { kind: "tag" },
    { kind: "tag", code: "" },
    { kind: "qr", code: "a b" },
    { kind: "qr", code: "x".repeat(129) },
    { kind: "daily-thoughts", days: 3 },
    { kind: "selected" },
    null,
  ])
    expect(
      await ada.refusal(discoverCompanions, { body: { trigger } }),
      JSON.stringify(trigger),
    ).toMatchObject({
      status: 400,
    });
  expect((await ada.call(listCompanions, {})).state.discoveredCompanions).toEqual([]);
});

test("who stands at a companion's place meets it, once; no trace of the place is kept", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const { lat, lng } = await placeOf(ada, "logis");
  const here = { kind: "place", latitude: lat, longitude: lng, accuracyM: 15 } as const;
  const away = { ...here, latitude: lat + 0.002 };
  expect(await ada.call(discoverCompanions, { body: { trigger: away } })).toEqual({
    discovered: [],
    known: [],
  });
  const vague = { ...here, accuracyM: 900 };
  expect(await ada.call(discoverCompanions, { body: { trigger: vague } })).toEqual({
    discovered: [],
    known: [],
  });
  const meeting = { body: { trigger: here } };
  expect(await ada.call(discoverCompanions, meeting)).toEqual({ discovered: ["logis"], known: [] });
  expect(await ada.call(discoverCompanions, meeting)).toEqual({ discovered: [], known: ["logis"] });
  expect(locksOf(await ada.call(listCompanions, {}))).toMatchObject({ logis: false, nexus: true });
  await ada.call(chooseCompanion, {
    params: { userId: await idOf(ada) },
    body: { activeCompanion: "logis", hasChosenCompanion: true },
  });
  const { rows } = await app.database.pool.query("select * from companion_discoveries");
  expect(rows).toEqual([
    { user_id: await idOf(ada), companion: "logis", trigger: "place", discovered_at: expect.any(Date) },
  ]);
});

test("two looks at once make one discovery", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const { lat, lng } = await placeOf(ada, "nexus");
  const meeting = { body: { trigger: { kind: "place", latitude: lat, longitude: lng } } } as const;
  const answers = await Promise.all([1, 2, 3].map(() => ada.call(discoverCompanions, meeting)));
  expect(answers.flatMap(({ discovered }) => discovered)).toEqual(["nexus"]);
});

test("a companion's code is as good as having been there; a forged one is nobody's, a visitor signs in first", async () => {
  await using app = await startTestApp();
  await prepareCompanions(app.deps);
  const codes = await codesOf(app);
  expect([...codes.keys()].toSorted()).toEqual(["ash", "harmoni", "logis", "nexus"]);
  const ada = await app.signUp("Ada");
  const scan = (kind: "tag" | "qr", code = "") => ({ body: { trigger: { kind, code } } });
  expect(await ada.call(discoverCompanions, scan("qr", codes.get("harmoni")))).toEqual({
    discovered: ["harmoni"],
    known: [],
  });
  expect(await ada.call(discoverCompanions, scan("tag", codes.get("harmoni")))).toMatchObject({
    known: ["harmoni"],
  });
  for (const forged of ["AAAAAAAAAAAAAAAAAAAAAA", "harmoni", codes.get("nexus")?.slice(1) ?? ""])
    expect(await ada.refusal(discoverCompanions, scan("tag", forged))).toMatchObject({
      status: 404,
      error: "This code is no companion's. Please scan or type it once more.",
    });
  expect(await app.as("a visitor").refusal(discoverCompanions, scan("qr", codes.get("logis")))).toMatchObject(
    {
      status: 401,
      error: "Please sign in to discover companions.",
    },
  );
});

test("a start makes the guides findable and the codes, the next one changes nothing, a shorter guide is cut", async () => {
  await using app = await startTestApp({ env: { SAMPLE_DATA: "off" } });
  await prepareCompanions(app.deps);
  const read = async () => {
    const { rows } = await app.database.pool.query<{ id: string; updated_at: Date }>(
      "select id, updated_at from search_documents where kind = 'context' order by id",
    );
    return rows;
  };
  const first = await read();
  expect(first.length).toBeGreaterThan(5 * 25);
  const codes = await codesOf(app);
  await app.database.pool.query(
    `insert into search_documents (id, kind, companion, title, body)
     values ('context:ash#gone', 'context', 'ash', 'Old', 'Old.'), ('context:city#ice', 'context', null, 'Ice', 'Ice.')`,
  );
  await prepareCompanions(app.deps);
  expect((await read()).filter(({ id }) => id !== "context:city#ice")).toEqual(first);
  expect((await read()).length).toBe(first.length + 1);
  expect(await codesOf(app)).toEqual(codes);
});

test("a talk finds the guide of its companion and the base companion's, and nobody else's", async () => {
  await using app = await startTestApp();
  await prepareCompanions(app.deps);
  const ada = await app.signUp("Ada");
  const sourcesOf = async (companion: string, text: string) => {
    const frames = await hear(await say(ada, { text, companion }));
    return frames.flatMap(({ event }) => (event?.type === "source-document" ? [event.sourceId] : []));
  };
  expect(await sourcesOf("ash", "sleep tent oven heat")).toContain("context:ash#a-tent-in-the-heat");
  expect(await sourcesOf("looby", "sleep tent oven heat")).not.toContain("context:ash#a-tent-in-the-heat");
  const guide = "context:base-looby#a-forgotten-password";
  expect(await sourcesOf("ash", "forgotten password")).toContain(guide);
  expect(await sourcesOf("looby", "forgotten password")).toContain(guide);
});

test("chat is with whom one may talk to: by name, with its own persona, and it stays in its thread", async () => {
  const model = scriptedModel(["Push it home."]);
  await using app = await startChatApp({ languageModel: model });
  const visitor = app.as("a visitor");
  expect(await visitor.refusal(sendMessage, { body: { text: "hi", companion: "ash" } })).toMatchObject({
    status: 403,
    code: "forbidden",
    error: "Sign in to talk to Ash.",
  });
  expect(await visitor.refusal(sendMessage, { body: { text: "hi", companion: "nobody" } })).toMatchObject({
    status: 400,
    code: "invalid-input",
  });
  expect(idsOf(await hear(await say(visitor, { text: "flat tyre?", companion: "looby" })))).toMatchObject({
    companion: "base-looby",
  });

  const ada = await app.signUp("Ada");
  expect(await ada.refusal(sendMessage, { body: { text: "hi", companion: "logis" } })).toMatchObject({
    status: 403,
    error: expect.stringContaining("Find Logis first"),
  });
  const frames = await hear(await say(ada, { text: "flat tyre?", companion: "ash" }));
  expect(idsOf(frames).companion).toBe("ash");
  expect(model.prompts.at(-1)?.[0]?.content).toContain("You are Ash");
  expect(textOf(frames)).toBe("Push it home.");
  const { threadId } = idsOf(frames);
  const later = await hear(await say(ada, { text: "and now?", threadId, companion: "looby" }));
  expect(idsOf(later).companion).toBe("ash");

  const { lat, lng } = await placeOf(ada, "logis");
  await ada.call(discoverCompanions, { body: { trigger: { kind: "place", latitude: lat, longitude: lng } } });
  expect(idsOf(await hear(await say(ada, { text: "water?", companion: "logis" }))).companion).toBe("logis");
  const levels = new Map((await ada.call(listCompanions, {})).companions.map(({ id, level }) => [id, level]));
  expect([levels.get("ash"), levels.get("logis"), levels.get("nexus")]).toEqual([1, 1, null]);
});

test("what a visitor chose is the account's after signing in, unless the account has chosen itself", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const adaId = await idOf(ada);
  await ada.call(chooseCompanion, { params: { userId: adaId }, body: { activeCompanion: "ash" } });
  const phone = app.as("another phone");
  const body = { activeCompanion: "looby", hasChosenCompanion: true };
  await phone.call(chooseCompanion, { params: { userId: "anonymous" }, body });
  await phone.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  expect((await phone.call(listCompanions, {})).state).toMatchObject({
    userId: adaId,
    activeCompanion: "ash",
  });
});

async function idOf(client: TestClient): Promise<string> {
  return (await client.call(getSession, {})).user.userId;
}

async function placeOf(client: TestClient, companionId: string) {
  const { companions } = await client.call(listCompanions, {});
  const place = companions.find(({ id }) => id === companionId)?.discoveryLocation;
  if (place === undefined) throw new Error(`${companionId} is nowhere`);
  return place;
}

async function codesOf(app: TestApp): Promise<Map<string, string>> {
  const { rows } = await app.database.pool.query<{ companion: string; code: string }>(
    "select companion, code from companion_codes",
  );
  return new Map(rows.map(({ companion, code }) => [companion, code]));
}

function locksOf({ companions }: { companions: readonly { id: string; isLocked: boolean }[] }) {
  return Object.fromEntries(companions.map(({ id, isLocked }) => [id, isLocked]));
}
