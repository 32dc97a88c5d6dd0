import { expect, test } from "vitest";
import { sendMessage } from "#shared/features/chat/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { newId } from "#shared/id.ts";
import { startTestApp } from "#server/testing/test-app.ts";

test("rejects a queued write in another user's session", async () => {
  await using app = await startTestApp();
  const [ada, bob] = [await app.signUp("Ada"), await app.signUp("Bob")];
  const content = "Who painted the temple?";
  const input = { body: { id: newId(), type: "want-to-know" as const, content } };
  const { userId } = await ada.call(createMemory, input);
  const init = {
    method: createMemory.method,
    headers: { "content-type": "application/json", "looby-user": userId },
    body: JSON.stringify({ ...input.body, id: newId() }),
  };
  for (const other of [bob, app.as("a visitor after the session ended")]) {
    const refused = await other.request(createMemory.path, init);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: "unauthenticated" });
    const message = { ...init, body: JSON.stringify({ text: content }) };
    expect((await other.request(sendMessage.path, message)).status).toBe(401);
  }
  expect((await ada.request(createMemory.path, init)).status).toBe(200);
  const { rows } = await app.database.pool.query("select distinct user_id from memories");
  expect(rows).toEqual([{ user_id: userId }]);
});
