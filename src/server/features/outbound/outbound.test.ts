import { expect, test } from "vitest";
import { listServices } from "#shared/features/outbound/contract.ts";
import { createLog } from "#server/log.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { startTestApp } from "#server/testing/test-app.ts";

const SMTP_URL = "smtp://someone:hush@127.0.0.1:1";

test("lists the configured services by host, without secrets, and internal ones by name to operators only", async () => {
  await using app = await startTestApp({
    env: {
      SMTP_URL,
      PUSH_SERVICES: "https://*.push.example",
      LLM_BASE_URL: "http://llm:1/v1",
      LLM_MODEL: "m",
    },
  });
  await app.signUp("Iris");
  await app.signUp("Member");
  await app.nameOperators("Iris");
  const hostsFor = async (name: string) => {
    const { services } = await app.as(name).call(listServices, {});
    return Object.fromEntries(services.map((service) => [service.purpose, service.hosts]));
  };
  const push = ["*.push.example"];
  expect(await hostsFor("Iris")).toMatchObject({
    answer: ["llm:1"],
    push,
    mail: ["127.0.0.1:1"],
    omi: [],
  });
  const own = ["A server of the operator"];
  for (const name of ["a visitor", "Member"])
    expect(await hostsFor(name)).toMatchObject({ answer: own, push, mail: own, omi: [] });
});

test("logs a mail in one line without its receiver, text or the password", async () => {
  const lines: unknown[] = [];
  const log = Object.assign(createLog("silent"), { info: (line: unknown) => lines.push(line) });
  const mailer = createMailer({ url: SMTP_URL, from: "Looby <looby@localhost>", log });
  const mail = { to: "ada@example.org", subject: "Your code", text: "It is ABCD2345" };
  await expect(mailer.send(mail)).rejects.toThrow("ECONN");
  const ms = expect.any(Number) as number;
  expect(lines).toEqual([{ host: "127.0.0.1:1", purpose: "mail", bytes: 14, status: null, ms }]);
});
