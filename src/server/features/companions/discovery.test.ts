import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { chooseCompanion, discoverCompanions, listCompanions } from "#shared/features/companions/contract.ts";
import { prepareCompanions } from "./prepare-companions.ts";
import { readAnswer, postMessage } from "#server/testing/chat-app.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

test("discovers a companion once at its place without storing the position", async () => {
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
  const { companions } = await ada.call(listCompanions, {});
  expect(companions.filter(({ isLocked }) => isLocked).map(({ id }) => id)).toEqual(["harmoni", "nexus"]);
  await ada.call(chooseCompanion, {
    params: { userId: await idOf(ada) },
    body: { activeCompanion: "logis", hasChosenCompanion: true },
  });
  const { rows } = await app.database.pool.query("select * from companion_discoveries");
  expect(rows).toEqual([
    { user_id: await idOf(ada), companion: "logis", trigger: "place", discovered_at: expect.any(Date) },
  ]);
});

test("counts two concurrent discoveries once", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const { lat, lng } = await placeOf(ada, "nexus");
  const meeting = { body: { trigger: { kind: "place", latitude: lat, longitude: lng } } } as const;
  const answers = await Promise.all([1, 2, 3].map(() => ada.call(discoverCompanions, meeting)));
  expect(answers.flatMap(({ discovered }) => discovered)).toEqual(["nexus"]);
});

test("accepts a companion's genuine code from a signed-in user", async () => {
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

test("removes dropped guide sections and preserves codes at the next start", async () => {
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

test("finds only the guides of the talk's companion and the base companion", async () => {
  await using app = await startTestApp();
  await prepareCompanions(app.deps);
  const ada = await app.signUp("Ada");
  const sourcesOf = async (companion: string, text: string) => {
    const frames = await readAnswer(await postMessage(ada, { text, companion }));
    return frames.flatMap(({ event }) => (event?.type === "source-document" ? [event.sourceId] : []));
  };
  expect(await sourcesOf("ash", "tent oven by eight")).toContain("context:ash#sleeping-in-the-heat");
  expect(await sourcesOf("looby", "tent oven by eight")).not.toContain("context:ash#sleeping-in-the-heat");
  const guide = "context:base-looby#a-forgotten-password";
  expect(await sourcesOf("ash", "forgotten password")).toContain(guide);
  expect(await sourcesOf("looby", "forgotten password")).toContain(guide);
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
