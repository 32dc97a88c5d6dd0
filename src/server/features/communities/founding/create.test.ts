import { afterAll, beforeAll, expect, test } from "vitest";
import {
  authenticateCommunity,
  getCommunity,
  listCommunities,
} from "#shared/features/communities/contract.ts";
import { createCommunity } from "#shared/features/communities/create-contract.ts";
import { newId } from "#shared/id.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { saveTestPhoto } from "#server/testing/test-photos.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const community = {
  name: "Tea Tent",
  description: "Tea at all hours.",
  location: "7:30 & E",
  adminUsername: "Tea Keeper",
  adminPassword: "four spoons of mint",
};

test("makes the founder the first admin and accepts the login of others", async () => {
  const ada = await app.signUp("Ada");
  const { path } = await saveTestPhoto(ada, "profile");
  const id = newId();
  const made = await ada.call(createCommunity, {
    body: { ...community, id, profilePhoto: path, status: "active" },
  });
  expect(made).toMatchObject({
    id,
    _id: id,
    name: "Tea Tent",
    address: "7:30 & E",
    type: "community",
    role: "admin",
    admins: ["Ada"],
    adminUsername: "Tea Keeper",
    profilePhotoPath: path,
  });
  expect(made.latitude).toBeCloseTo(40.78, 1);
  expect(await ada.call(createCommunity, { body: { ...community, id } })).toMatchObject({ id });
  const bob = await app.signUp("Bob");
  expect(await bob.refusal(createCommunity, { body: { ...community, id } })).toMatchObject({ status: 409 });
  const listed = (await bob.call(listCommunities, {})).loobricates;
  expect(listed).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain("Tea Keeper");
  const login = { username: "tea keeper ", password: community.adminPassword };
  expect(await bob.call(authenticateCommunity, { body: login })).toMatchObject({ id, role: "admin" });
  const row = await app.database.kysely.selectFrom("community_logins").selectAll().executeTakeFirst();
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
});

test("reserves an admin username in any spelling, also for concurrent founders", async () => {
  const cleo = await app.signUp("Cleo");
  const message = "This admin username is taken. Please choose another.";
  for (const adminUsername of ["TEA KEEPER", " tea keeper", "Tea Keeper"]) {
    expect(await cleo.refusal(createCommunity, { body: { ...community, adminUsername } })).toMatchObject({
      status: 409,
      error: message,
      fields: [{ path: "adminUsername", message }],
    });
  }
  const body = { ...community, adminUsername: "Racer" };
  const raced = await Promise.all([1, 2, 3].map(() => cleo.send(createCommunity, { body })));
  expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect((await cleo.call(listCommunities, {})).loobricates).toHaveLength(2);
});

test("names missing fields in the specification's words", async () => {
  const dora = await app.signUp("Dora");
  const refuse = (change: object) => dora.refusal(createCommunity, { body: { ...community, ...change } });
  const cases: [object, string][] = [
    [{ name: "  " }, "Loobricate name is required"],
    [{ description: "" }, "Description is required"],
    [{ adminUsername: " " }, "Admin username is required"],
    [{ adminUsername: undefined }, "Admin username is required"],
    [{ adminPassword: "" }, "Admin password is required"],
    [{ adminPassword: undefined }, "Admin password is required"],
    [{ adminPassword: "7 chars" }, "Password must be at least 8 characters long"],
    [{ location: "" }, "Please select a valid address from the suggestions"],
    [{ location: "somewhere nice" }, "Please select a valid address from the suggestions"],
  ];
  for (const [change, error] of cases)
    expect(await refuse({ adminUsername: "Dora's", ...change })).toMatchObject({ status: 400, error });
  for (const change of [
    { name: "Tea\r\nBcc: everyone@example.org" },
    { name: "x".repeat(121) },
    { adminUsername: "x".repeat(61) },
    { adminUsername: "keeper\r\nadmin" },
    { adminUsername: ["keeper"] },
    { adminUsername: null },
    { adminPassword: "x".repeat(129) },
    { adminPassword: { length: 12 } },
    { latitude: 91, longitude: 0 },
    { latitude: "40", longitude: 1 },
    { profilePhoto: "../../etc/passwd" },
    { profilePhoto: "javascript:alert(1)" },
    { adminPassword: "password1" },
    { status: "archived" },
    { admins: ["Dora"] },
    { role: "admin" },
  ])
    expect((await refuse({ adminUsername: "Dora's", ...change })).status).toBe(400);
  const foreign = await saveTestPhoto(await app.signUp("Edda"), "profile");
  expect((await refuse({ adminUsername: "Dora's", profilePhoto: foreign.path })).status).toBe(403);
  expect((await refuse({ adminUsername: "Dora's", createdBy: foreign.userId })).status).toBe(403);
  expect((await app.as("a visitor").refusal(createCommunity, { body: community })).status).toBe(401);
  const placed = {
    ...community,
    adminUsername: "Dora's",
    location: "Main road 1",
    latitude: 52.5,
    longitude: 13.4,
  };
  const { id } = await dora.call(createCommunity, { body: placed });
  expect(await dora.call(getCommunity, { params: { communityId: id } })).toMatchObject({
    location: { lat: 52.5, lng: 13.4 },
  });
});
