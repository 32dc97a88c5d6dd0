import { expect, test } from "vitest";
import { getSession, signOut } from "#shared/features/account/contract.ts";
import { readInvite, resetInviteLink } from "#shared/features/communities/invite-contract.ts";
import { checkPhotoLink, photoLink } from "#server/features/photos/signed-link.ts";
import { readConfig } from "./config.ts";
import { hasOperatorToken, operatorToken } from "#server/http/operator.ts";
import { knownDevice, rememberDevice } from "#server/http/request/known-device.ts";
import { keyRing } from "./secret.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { makeCommunity } from "#server/testing/test-community.ts";
import { saveTestPhoto } from "#server/testing/test-photos.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

// The server's secret is rotated: signatures of the previous secret are still valid, but new ones use the new secret.

const OLD = "the secret of last summer, long enough";
const NEW = "the secret of this summer, long enough";

async function withBoth(story: (old: TestApp, renewed: TestApp, forgetful: TestApp) => Promise<void>) {
  await using database = await openTestDatabase();
  const lent = { ...database, close: async () => undefined };
  await using old = await startTestApp({ database: lent, env: { SECRET: OLD } });
  const env = { SECRET: NEW, SECRET_PREVIOUS: OLD };
  await using renewed = await startTestApp({ database: lent, env });
  await using forgetful = await startTestApp({ database: lent, env: { SECRET: NEW } });
  await story(old, renewed, forgetful);
}

test("accepts sessions signed with the previous secret and signs them with the new one", async () => {
  await withBoth(async (old, renewed, forgetful) => {
    const cookies = async (from: TestApp, to: TestApp, who: string) => {
      for (const [name, value] of from.as(who).cookies) to.as(who).cookies.set(name, value);
    };
    const ada = await old.signUp("Ada");
    const { user } = await ada.call(getSession, {});
    await cookies(old, forgetful, "Ada");
    expect((await forgetful.as("Ada").call(getSession, {})).user.userId).not.toBe(user.userId);
    await cookies(old, renewed, "Ada");
    expect((await renewed.as("Ada").call(getSession, {})).user.userId).toBe(user.userId);
    forgetful.as("Ada").cookies.clear();
    await cookies(renewed, forgetful, "Ada");
    expect((await forgetful.as("Ada").call(getSession, {})).user.userId).toBe(user.userId);

    // Signing out ends the session with the old cookie as well.
    await cookies(old, renewed, "Ada");
    expect(await renewed.as("Ada").call(signOut, { body: {} })).toEqual({ signedOut: true });
    await cookies(old, renewed, "Ada");
    expect((await renewed.as("Ada").call(getSession, {})).user.userId).not.toBe(user.userId);

    const visitor = await old.as("a visitor").call(getSession, {});
    await cookies(old, renewed, "a visitor");
    expect((await renewed.as("a visitor").call(getSession, {})).user.userId).toBe(visitor.user.userId);
  });
});

test("accepts links, invitations, devices and operator tokens of the previous secret", async () => {
  await withBoth(async (old, renewed, forgetful) => {
    const communityId = await makeCommunity(old, { admins: ["Boss"] });
    const { token } = await old.as("Boss").call(resetInviteLink, { params: { communityId }, body: {} });
    const body = { token: token ?? "" };
    expect(await renewed.as("x").call(readInvite, { body })).toMatchObject({ loobricateId: communityId });
    expect(await forgetful.as("x").refusal(readInvite, { body })).toMatchObject({ code: "gone" });

    const { path } = await saveTestPhoto(old.as("Boss"));
    const link = new URL(photoLink(OLD, path, "full"), "http://localhost");
    const parts = {
      path,
      size: "full",
      expires: link.searchParams.get("expires") ?? "",
      signature: link.searchParams.get("signature") ?? "",
    } as const;
    const reads = ({ deps }: TestApp) => checkPhotoLink(keyRing(deps), parts).state;
    expect([reads(old), reads(renewed), reads(forgetful)]).toEqual(["good", "good", "forged"]);

    const login = "account|boss";
    const cookie = rememberDevice(old.deps, new Headers(), login).split(";")[0] ?? "";
    const knows = (app: TestApp) => knownDevice(app.deps, new Headers({ cookie }), login) !== null;
    expect([knows(old), knows(renewed), knows(forgetful)]).toEqual([true, true, false]);

    const bearer = `Bearer ${operatorToken(OLD)}`;
    const takes = ({ deps }: TestApp) => hasOperatorToken(deps, bearer);
    expect([takes(old), takes(renewed), takes(forgetful)]).toEqual([true, true, false]);
  });
});

test("accepts several secrets, even with commas, and rejects a short one", () => {
  const read = (setting: string) => readConfig({ SECRET_PREVIOUS: setting }).previousSecrets;
  expect(read("")).toEqual([]);
  expect(read(OLD)).toEqual([OLD]);
  const [one, other] = ["1".repeat(32), "2".repeat(32)];
  expect(read(`${one}, ${other}`)).toEqual([`${one}, ${other}`, one, other]);
  expect(() => read("short")).toThrow(/SECRET_PREVIOUS: takes at least 32/);
});
