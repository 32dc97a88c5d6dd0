import { expect, test } from "vitest";
import { discoverCompanions, listCompanions } from "#shared/features/companions/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { getProfile } from "#shared/features/profile/contract.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { makeCommunity } from "#server/testing/test-community.ts";

test("counts the user's own things and names their discoveries", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada", { email: "ada@example.org" });
  const query = {};
  const fresh = await ada.call(getProfile, { query });
  expect(fresh).toMatchObject({
    user: { pseudonym: "Ada", email: "ada@example.org", activeLoobricate: null, discoveredCompanions: [] },
    connectedLoobricates: [],
    discoveries: [],
    counts: { memories: 0, discoveries: 0 },
    since: null,
  });
  const { userId } = fresh.user;
  const communityId = await makeCommunity(app, { admins: ["Bob"] }, { name: "Lantern Works" });
  const bob = app.as("Bob");
  for (const client of [ada, bob])
    await client.call(createMemory, { body: { type: "want-to-know", content: "Ice is at 9:00." } });
  const { companions } = await ada.call(listCompanions, {});
  const logis = companions.find(({ id }) => id === "logis")?.discoveryLocation ?? { lat: 0, lng: 0 };
  await ada.call(discoverCompanions, {
    body: { trigger: { kind: "place", latitude: logis.lat, longitude: logis.lng } },
  });
  await app.database.pool.query(
    "insert into discoveries (user_id, kind, place_id, discovered_at) values ($1, 'art', 'man', '2026-01-01'), ($1, 'camp', 'gone', '2025-01-01')",
    [userId],
  );
  const profile = await ada.call(getProfile, { query: { uid: userId } });
  expect(profile.connectedLoobricates).toEqual([]);
  expect((await bob.call(getProfile, { query })).connectedLoobricates).toEqual([
    {
      id: communityId,
      _id: communityId,
      name: "Lantern Works",
      type: "community",
      role: "admin",
      profilePhoto: null,
    },
  ]);
  expect(profile.counts).toEqual({ memories: 1, discoveries: 3 });
  expect(profile.discoveries).toMatchObject([
    { title: "Logis", type: "Companion", description: expect.any(String) },
    { title: "The Man", type: "Art", description: null },
    { title: null, type: "Camp", description: null },
  ]);
  // A profile is visible only to its person; a visitor has none.
  expect(await bob.refusal(getProfile, { query: { uid: userId } })).toMatchObject({ code: "forbidden" });
  expect(await app.as("visitor").refusal(getProfile, { query })).toMatchObject({ code: "unauthenticated" });
});
