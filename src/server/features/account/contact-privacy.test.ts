import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import { requestLoan } from "#shared/features/lending/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { isWrite } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { makeCommunity } from "#server/testing/test-community.ts";

const EMAIL = "marked-address@example.org";
const PHONE = "+15550142099";

/**
 * All responses in which users find their own account's e-mail or phone, besides their export (a zip). Other users find them in no
 * response.
 */
const OWN_ANSWERS = ["account.session", "profile.get"];

test("returns an account's e-mail and phone only to its owner", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada", { email: EMAIL, phone: PHONE });
  const communityId = await makeCommunity(app, { admins: ["Cleo"], members: ["Bob"] });
  const bob = app.as("Bob");
  const thing = newId();
  await ada.call(addResource, {
    body: {
      id: thing,
      loobricateId: communityId,
      title: "Lamp",
      description: "A bright lamp",
      offeringType: "gear",
    },
  });
  await ada.call(createMemory, { body: { type: "want-to-know", content: "Lamps need oil at night." } });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await bob.call(requestLoan, {
    body: { id: newId(), resourceId: thing, first: tomorrow, last: tomorrow },
  });
  expect(await answersWithContact(app, ada)).toEqual(OWN_ANSWERS);
  expect(await answersWithContact(app, bob)).toEqual([]);
  expect(await answersWithContact(app, app.as("a visitor"))).toEqual([]);
});

test("removes only the copied contact from older listings", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada", { email: EMAIL, phone: PHONE });
  const loobricateId = await makeCommunity(app, { admins: ["Cleo"] });
  const add = async (title: string, contact: { email?: string; phone?: string }) =>
    await ada.call(addResource, {
      body: { loobricateId, title, description: "A lamp", offeringType: "gear", ...contact },
    });
  await add("Copied", { email: EMAIL.toUpperCase(), phone: PHONE });
  await add("Typed", { email: "lamp@example.org", phone: PHONE });
  const migration = new URL("../../db/migrations/0052-contact-not-copied.sql", import.meta.url);
  await app.database.pool.query(await readFile(migration, "utf8"));
  const { rows } = await app.database.pool.query("select title, email, phone from resources order by title");
  expect(rows).toEqual([
    { title: "Copied", email: null, phone: null },
    { title: "Typed", email: "lamp@example.org", phone: null },
  ]);
});

/** Ids of the reads whose response contains the contact: reads without parameters, or about Ada's things. */
async function answersWithContact(app: TestApp, reader: TestClient): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from resources where title = 'Lamp' union select id from communities union select id from loans",
  );
  const found = new Set<string>();
  for (const { endpoint } of app.routes) {
    if (isWrite(endpoint) || endpoint.answer === "event-stream") continue;
    const paths = endpoint.path.includes(":")
      ? rows.map(({ id }) => endpoint.path.replaceAll(/:\w+/g, id))
      : [endpoint.path];
    for (const path of paths) {
      const response = await reader.request(path);
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      if (text.includes(EMAIL) || text.includes(PHONE)) found.add(endpoint.id);
    }
  }
  return [...found].toSorted();
}
