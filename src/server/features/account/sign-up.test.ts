import { expect, test } from "vitest";
import { issueCode } from "./passwords/recovery.ts";
import { getSession, resetPassword, signIn, signOut, signUp } from "#shared/features/account/contract.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { startTestApp, TEST_PASSWORD } from "#server/testing/test-app.ts";

test("signs up a visitor, who then signs out and in again", async () => {
  await using app = await startTestApp();
  const page = app.as("the page");
  const { user: visitor } = await page.call(getSession, {});
  expect(visitor).toMatchObject({ isAnonymous: true, pseudonym: "Visitor", email: null });
  expect(visitor.userId).toMatch(/^anon-/);
  expect((await page.call(getSession, {})).user).toEqual(visitor);

  const body = { pseudonym: "Ada", password: "copper kettle 9", email: "ada@example.org", phone: "" };
  const { user: ada } = await page.call(signUp, { body });
  expect(ada).toMatchObject({ isAnonymous: false, pseudonym: "Ada", email: "ada@example.org", phone: null });
  expect(ada.userId).not.toMatch(/^anon-/);
  expect((await page.call(getSession, {})).user).toEqual(ada);

  expect(await page.call(signOut, { body: {} })).toEqual({ signedOut: true });
  const { user: nextVisitor } = await page.call(getSession, {});
  expect(nextVisitor.isAnonymous).toBe(true);
  expect(nextVisitor.userId).not.toBe(visitor.userId);
  expect(await page.call(signOut, { body: {} })).toEqual({ signedOut: false });

  const credentials = { pseudonym: "ADA", password: "copper kettle 9" };
  expect((await page.call(signIn, { body: credentials })).user).toEqual(ada);
  expect((await page.call(getSession, {})).user).toEqual(ada);
  expect(await eventsOf(app)).toEqual(["account.sign-up", "account.sign-out", "account.sign-in"]);
});

test("treats curly apostrophes, long dashes and unbreakable spaces as plain", async () => {
  await using app = await startTestApp();
  const dusty = await app.signUp("Dusty\u2019s\u00A0Jo\u2011Ann");
  expect((await dusty.call(getSession, {})).user.pseudonym).toBe("Dusty's Jo-Ann");
  const others = [
    "Dusty's Jo-Ann",
    "dusty\u2018s jo\u2013ann",
    "DUSTY\u02BCS JO\u2212ANN",
    "Dusty\uFF07s\u202Fjo\u2010ann",
  ];
  for (const pseudonym of others) {
    const body = { pseudonym, password: TEST_PASSWORD };
    expect((await app.as("again").call(signIn, { body })).user.pseudonym).toBe("Dusty's Jo-Ann");
    expect(await app.as("twin").refusal(signUp, { body })).toMatchObject({ code: "already-taken" });
    const issued = await issueCode(app.database.kysely, app.deps.secret, pseudonym);
    const reset = { pseudonym, code: issued?.code ?? "", password: TEST_PASSWORD };
    expect((await app.as("new phone").call(resetPassword, { body: reset })).user.pseudonym).toBe(
      "Dusty's Jo-Ann",
    );
  }
});

test("signs up a client without a visitor session", async () => {
  await using app = await startTestApp();
  const script = app.as("a script");
  await script.call(signUp, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  expect([...script.cookies.keys()]).toEqual(["looby-session", "looby-device"]);
  expect((await script.call(getSession, {})).user.pseudonym).toBe("Ada");
  const users = await app.database.kysely.selectFrom("users").select("id").execute();
  expect(users).toHaveLength(1);
});

test("creates one account when twenty people request a name at once", async () => {
  await using app = await startTestApp();
  const body = { pseudonym: "Moth", password: TEST_PASSWORD };
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => app.as(`person ${index}`).call(signUp, { body })),
  );
  const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(new Set(refusals.map((refusal) => refusal.problem.code))).toEqual(new Set(["already-taken"]));
  const users = await app.database.kysely.selectFrom("users").select("pseudonym").execute();
  expect(users).toEqual([{ pseudonym: "Moth" }]);
});

test("lets two accounts share an e-mail address without revealing each other", async () => {
  await using app = await startTestApp();
  const email = "camp@example.org";
  await app.as("Ada").call(signUp, { body: { pseudonym: "Ada", password: TEST_PASSWORD, email } });
  await app.as("Grace").call(signUp, { body: { pseudonym: "Grace", password: TEST_PASSWORD, email } });
  expect((await app.as("Grace").call(getSession, {})).user.email).toBe(email);
});

test("treats names that look alike as equal", async () => {
  await using app = await startTestApp();
  await app.signUp("Captain Biscuit");
  const lookAlikes = [
    "captain biscuit",
    "CAPTAIN_BISCUIT",
    "Captain  Biscuit",
    "Captain.Biscuit",
    "Captaın Biscuit",
    "Сaptain Biscuit", // a Cyrillic С
    "Cαptain Biscuit", // a Greek alpha
    "Captain B1scuit",
    "Ｃaptain Biscuit", // a full-width C
  ];
  for (const pseudonym of lookAlikes) {
    const body = { pseudonym, password: TEST_PASSWORD };
    expect(await app.as(pseudonym).refusal(signUp, { body }), pseudonym).toMatchObject({
      status: 409,
      code: "already-taken",
      fields: [{ path: "pseudonym" }],
    });
    expect((await app.as(pseudonym).call(signIn, { body })).user.pseudonym).toBe("Captain Biscuit");
  }
  expect(
    await app.as("an impostor").refusal(signUp, { body: { pseudonym: "L00BY", password: TEST_PASSWORD } }),
  ).toMatchObject({ code: "already-taken" });
});

test("accepts names in every script", async () => {
  await using app = await startTestApp();
  for (const pseudonym of ["Zoë", "José-María", "Дуня", "नेहा", "さくら", "محمد", "O'Neil", "Nguyễn 2"]) {
    await app.signUp(pseudonym);
    expect((await app.as(pseudonym).call(getSession, {})).user.pseudonym).toBe(pseudonym);
  }
});

test("rejects unreadable or indistinguishable names", async () => {
  await using app = await startTestApp();
  const hostile = [
    "",
    "A",
    "   ",
    "-Ada",
    "A".repeat(41),
    "𝒜".repeat(41),
    "Ada\u0000",
    "Ada\u202eevil", // right-to-left override
    "Ada\u200bLovelace", // zero width space
    "ㅤㅤ", // Hangul fillers: invisible letters
    "Z͑ͫ̓ͪ̂ͫ̽a͚l̵g̴o̷",
    "🔥🔥🔥",
    "<b>Ada</b>",
    "Ada\nLovelace",
    42,
    null,
    ["Ada"],
    { toString: "Ada" },
  ];
  for (const pseudonym of hostile) {
    const body = { pseudonym, password: TEST_PASSWORD };
    expect(await app.as("a stranger").refusal(signUp, { body }), JSON.stringify(pseudonym)).toMatchObject({
      status: 400,
      code: "invalid-input",
    });
  }
  expect(await app.database.kysely.selectFrom("users").select("id").execute()).toEqual([]);
});

test("rejects invalid bodies with the name of the field", async () => {
  await using app = await startTestApp();
  const good = { pseudonym: "Ada", password: TEST_PASSWORD };
  const cases: [unknown, string][] = [
    [{ ...good, isAdmin: true }, ""],
    [{ ...good, userId: "someone" }, ""],
    [{ pseudonym: "Ada" }, "password"],
    [{ ...good, password: "short" }, "password"],
    [{ ...good, password: "p".repeat(129) }, "password"],
    [{ ...good, password: "passwort2026!" }, "password"],
    [{ ...good, password: "12345678" }, "password"],
    [{ ...good, password: "aaaaaaaaaa" }, "password"],
    [{ ...good, pseudonym: "Adalovelace", password: "adalovelace1" }, "password"],
    [{ ...good, email: "not an address" }, "email"],
    [{ ...good, email: `a@${"b".repeat(260)}.org` }, "email"],
    [{ ...good, email: "ada@example.org\r\nBcc: all@example.org" }, "email"],
    [{ ...good, phone: "call me" }, "phone"],
    ["Ada", ""],
    [[], ""],
  ];
  for (const [body, path] of cases) {
    const refusal = await app.as("a stranger").refusal(signUp, { body });
    expect(refusal, JSON.stringify(body)).toMatchObject({ status: 400, code: "invalid-input" });
    expect(refusal.fields?.[0]?.path).toBe(path);
  }
  expect(await app.database.kysely.selectFrom("users").select("id").execute()).toEqual([]);
});

test("returns neither the generated address nor the password", async () => {
  await using app = await startTestApp();
  const page = app.as("the page");
  const body = JSON.stringify({ pseudonym: "Ada", password: TEST_PASSWORD });
  const headers = { "content-type": "application/json" };
  const signedUp = await page.request(signUp.path, { method: "POST", body, headers });
  const session = await page.request(getSession.path);
  for (const answer of [await signedUp.text(), await session.text()]) {
    expect(answer).not.toContain(".invalid");
    expect(answer).not.toContain(TEST_PASSWORD);
    expect(answer).not.toContain("argon2");
  }
  const { password } = await app.database.kysely
    .selectFrom("accounts")
    .select("password")
    .executeTakeFirstOrThrow();
  expect(password).toMatch(/^\$argon2id\$/);
});

test("delays well-formed sign-ups from one address after 150 in an hour", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "0.1" }, deps: { waitingRoom } }); // 10%: 15
  const unreadable = { pseudonym: "x", password: 7 as unknown as string };
  for (let count = 0; count < 25; count += 1)
    expect((await app.as("a robot").refusal(signUp, { body: unreadable })).code).toBe("invalid-input");
  const body = { pseudonym: "Robot", password: "password" }; // too weak, which is checked later
  for (let count = 0; count < 17; count += 1)
    expect((await app.as("a robot").refusal(signUp, { body })).code).toBe("invalid-input");
  const elsewhere = { address: "198.51.100.7" };
  expect((await app.as("somebody").refusal(signUp, { body }, elsewhere)).code).toBe("invalid-input");
  expect(waits).toEqual([1000, 1000]);
});

async function eventsOf(app: Awaited<ReturnType<typeof startTestApp>>): Promise<string[]> {
  const rows = await app.database.kysely.selectFrom("audit_log").select("event").orderBy("id").execute();
  return rows.map((row) => row.event);
}
