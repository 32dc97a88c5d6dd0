import { expect, test } from "vitest";
import {
  getSession,
  issueResetCode,
  requestResetCode,
  resetPassword,
  signIn,
} from "#shared/features/account/contract.ts";
import { operatorToken } from "#server/http/operator.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";

const NEW_PASSWORD = "another tent, 4 poles";

test("opens the account once with a code issued by the operator", async () => {
  await using app = await startTestApp();
  const before = await app.signUp("Ada");
  const phone = app.as("Ada's new phone");
  expect(await phone.call(requestResetCode, { body: { pseudonym: "Ada" } })).toEqual({
    delivery: "operator",
  });

  const { pseudonym, code, expiresAt } = await issueCode(app, "ada");
  expect(pseudonym).toBe("Ada");
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());

  // Typed as by a user who received it over the radio.
  const spoken = ` ${code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
  const { user } = await phone.call(resetPassword, {
    body: { pseudonym: "ADA", code: spoken, password: NEW_PASSWORD },
  });
  expect(user.pseudonym).toBe("Ada");
  expect((await phone.call(getSession, {})).user).toEqual(user);

  // All earlier sessions, the old password and the code are invalid.
  expect((await before.call(getSession, {})).user.isAnonymous).toBe(true);
  const old = { pseudonym: "Ada", password: TEST_PASSWORD };
  expect((await before.refusal(signIn, { body: old })).code).toBe("invalid-credentials");
  const again = { pseudonym: "Ada", code, password: NEW_PASSWORD };
  expect((await before.refusal(resetPassword, { body: again })).code).toBe("invalid-credentials");
  expect((await before.call(signIn, { body: { pseudonym: "Ada", password: NEW_PASSWORD } })).user).toEqual(
    user,
  );
});

test("invalidates a code after wrong tries from many devices", async () => {
  await using app = await startTestApp();
  await app.signUp("Ada");
  const { code } = await issueCode(app, "Ada");
  const wrong = { pseudonym: "Ada", code: "0000-0000", password: NEW_PASSWORD };
  await app.database.kysely.updateTable("reset_codes").set({ tries_left: 2 }).execute(); // after 198 guesses
  for (let count = 0; count < 2; count += 1) {
    expect((await app.as("a robot").refusal(resetPassword, { body: wrong })).code).toBe(
      "invalid-credentials",
    );
  }
  expect((await app.as("Ada's phone").refusal(resetPassword, { body: { ...wrong, code } })).code).toBe(
    "invalid-credentials",
  );
  const fresh = await issueCode(app, "Ada");
  await app.as("Ada's phone").call(resetPassword, { body: { ...wrong, code: fresh.code } });
});

test("replaces the previous code, and rejects an expired one", async () => {
  await using app = await startTestApp();
  await app.signUp("Ada");
  const first = await issueCode(app, "Ada");
  const second = await issueCode(app, "Ada");
  const body = { pseudonym: "Ada", password: NEW_PASSWORD };
  const phone = app.as("Ada's phone");
  expect((await phone.refusal(resetPassword, { body: { ...body, code: first.code } })).code).toBe(
    "invalid-credentials",
  );
  const past = new Date(Date.now() - 1000);
  await app.database.kysely.updateTable("reset_codes").set({ expires_at: past }).execute();
  expect((await phone.refusal(resetPassword, { body: { ...body, code: second.code } })).code).toBe(
    "invalid-credentials",
  );
});

test("sets the password once in twenty concurrent uses of one code", async () => {
  await using app = await startTestApp();
  await app.signUp("Ada");
  const { code } = await issueCode(app, "Ada");
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      app
        .as(`tab ${index}`)
        .call(resetPassword, { body: { pseudonym: "Ada", code, password: `${NEW_PASSWORD} ${index}` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("mails a code only to accounts with an address but answers all alike", async () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  await using app = await startTestApp({ deps: { mailer } });
  await app.signUp("Grace");
  await app.signUp("Ada");
  await app.database.kysely
    .updateTable("users")
    .set({ email: "ada@example.org" })
    .where("pseudonym", "=", "Ada")
    .execute();
  const ask = async (pseudonym: string) =>
    await app.as("a stranger").call(requestResetCode, { body: { pseudonym } });
  for (const pseudonym of ["Nobody", "Grace", "Ada", "<script>"]) {
    expect(await ask(pseudonym)).toEqual({ delivery: "mail" });
  }
  await expect.poll(() => mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: "ada@example.org", subject: "Your Looby code" });
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mails[0]?.text ?? "")?.[0] ?? "";
  const body = { pseudonym: "Ada", code, password: NEW_PASSWORD };
  expect((await app.as("Ada's phone").call(resetPassword, { body })).user.pseudonym).toBe("Ada");
});

test("reports a failing mail server only to the operator", async () => {
  const failures: unknown[] = [];
  const mailer = { send: async () => Promise.reject(new Error("no route to host")) };
  await using app = await startTestApp({ deps: { mailer } });
  app.deps.log.error = (entry: unknown) => void failures.push(entry);
  await app.signUp("Ada");
  await app.database.kysely.updateTable("users").set({ email: "ada@example.org" }).execute();
  await app.as("a stranger").call(requestResetCode, { body: { pseudonym: "Ada" } });
  await expect.poll(() => failures).toHaveLength(1);
});

test("mails a code again after 15 minutes, or at once after a failed mail", async () => {
  const mails: Mail[] = [];
  let isDown = true;
  const mailer = {
    send: async (mail: Mail) => {
      if (isDown) throw new Error("no route to host");
      mails.push(mail);
    },
  };
  await using app = await startTestApp({ deps: { mailer } });
  const failures: unknown[] = [];
  app.deps.log.error = (entry: unknown) => void failures.push(entry);
  await app.signUp("Ada", { email: "ada@example.org" });
  const ask = async () => app.as("Ada's phone").call(requestResetCode, { body: { pseudonym: "Ada" } });
  await ask();
  await expect.poll(() => failures).toHaveLength(1);
  isDown = false;
  await ask();
  await expect.poll(() => mails).toHaveLength(1);
  await app.database.pool.query("update reset_codes set expires_at = expires_at - interval '14 minutes'");
  await ask();
  await app.signUp("Grace", { email: "grace@example.org" });
  await app.as("Grace").call(requestResetCode, { body: { pseudonym: "Grace" } });
  await expect.poll(() => mails.map(({ to }) => to)).toEqual(["ada@example.org", "grace@example.org"]);
  await app.database.pool.query("update reset_codes set expires_at = expires_at - interval '1 minute'");
  await ask();
  await expect.poll(() => mails).toHaveLength(3);
});

test("stores a code in a form useless to a reader of the database", async () => {
  await using app = await startTestApp();
  await app.signUp("Ada");
  const { code } = await issueCode(app, "Ada");
  const row = await app.database.kysely.selectFrom("reset_codes").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(code.replace("-", ""));
  expect(JSON.stringify(row)).not.toContain(code);
});

test("issues codes only to callers with the server's secret", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  for (const authorization of ["", "Bearer ", "Bearer wrong", `Basic ${operatorToken(app.deps.secret)}`]) {
    const response = await ada.request(issueResetCode.path, issueRequest("Ada", authorization));
    expect(response.status, authorization).toBe(401);
  }
  const unknown = await ada.request(
    issueResetCode.path,
    issueRequest("Nobody", `Bearer ${operatorToken(app.deps.secret)}`),
  );
  expect(unknown.status).toBe(404);
  expect(await app.database.kysely.selectFrom("reset_codes").selectAll().execute()).toEqual([]);
});

test("rejects a weak new password before using the code", async () => {
  await using app = await startTestApp();
  await app.signUp("Ada");
  const { code } = await issueCode(app, "Ada");
  const phone = app.as("Ada's phone");
  const body = { pseudonym: "Ada", code, password: "password1!" };
  expect(await phone.refusal(resetPassword, { body })).toMatchObject({ code: "invalid-input" });
  await phone.call(resetPassword, { body: { ...body, password: NEW_PASSWORD } });
});

/** The request of scripts/reset-code.ts. */
async function issueCode(app: TestApp, pseudonym: string) {
  const init = issueRequest(pseudonym, `Bearer ${operatorToken(app.deps.secret)}`);
  return issueResetCode.response.parse(
    await (await app.as("the operator").request(issueResetCode.path, init)).json(),
  );
}

function issueRequest(pseudonym: string, authorization: string): RequestInit {
  const headers = { "content-type": "application/json", authorization };
  return { method: "POST", headers, body: JSON.stringify({ pseudonym }) };
}
