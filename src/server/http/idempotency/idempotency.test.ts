import { expect, test } from "vitest";
import { sendMessage } from "#shared/features/chat/contract.ts";
import { processThought, shareThought } from "#shared/features/daily/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { testPicture } from "#server/testing/test-photos.ts";

const memoryInput = (content: string) => ({
  body: { id: newId(), type: "want-to-know" as const, content },
});

test("repeats the response for one call of one user by its key [fault]", async () => {
  await using app = await startTestApp();
  const [ada, bob] = [await app.signUp("Ada"), await app.signUp("Bob")];
  const key = { idempotencyKey: "a-key-of-a-phone" };
  const call = memoryInput("Who painted the temple?");
  const first = await ada.call(createMemory, call, key);
  expect(await ada.call(createMemory, call, key)).toEqual(first);

  const other = { status: 422, code: "idempotency-mismatch" };
  expect(await ada.refusal(createMemory, memoryInput("Other words."), key)).toMatchObject(other);
  const elsewhere = await ada.request("/api/vibe_entities", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key.idempotencyKey },
    body: JSON.stringify({
      id: first.userId,
      state: { quaternion: [0, 0, 0, 1], sentiment: 0, intensity: 0 },
    }),
  });
  expect(elsewhere.status).toBe(422);
  // The same key sent by another user is a different key.
  const bobs = await bob.call(createMemory, memoryInput("Bob's own."), key);
  expect(bobs.content).toBe("Bob's own.");
  const { rows } = await app.database.pool.query("select count(*)::int as memories from memories");
  expect(rows).toEqual([{ memories: 2 }]);
});

test("refuses a key for a call with the same body, or with another file", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const mismatch = { status: 422, code: "idempotency-mismatch" };
  const thought = { body: { id: newId(), content: "Dust is everywhere." } };
  const first = { idempotencyKey: "the-key-of-a-thought" };
  await ada.call(shareThought, thought, first);
  expect(await ada.refusal(processThought, thought, first)).toMatchObject(mismatch);

  const photo = (bytes: Uint8Array<ArrayBuffer>) => ({
    body: { purpose: "entry" as const, file: new File([bytes], "oven.png", { type: "image/png" }) },
  });
  const picture = new Uint8Array(await testPicture());
  const second = { idempotencyKey: "the-key-of-a-photo" };
  const stored = await ada.call(uploadPhoto, photo(picture), second);
  expect(await ada.call(uploadPhoto, photo(picture), second)).toEqual(stored);
  const other = picture.with(picture.length - 1, 1 + (picture.at(-1) ?? 0));
  expect(await ada.refusal(uploadPhoto, photo(other), second)).toMatchObject(mismatch);
});

test("does not store a failed call, so that it can be retried", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const key = { idempotencyKey: "a-key-of-a-phone" };
  const call = memoryInput("Where is water?");
  await app.database.pool.query("alter table search_documents rename to search_documents_away");
  expect((await ada.refusal(createMemory, call, key)).code).toBe("internal");
  await app.database.pool.query("alter table search_documents_away rename to search_documents");
  expect((await ada.call(createMemory, call, key)).id).toBe(call.body.id);
});

test.each([["short"], ["x".repeat(129)], ["a key with spaces"], ["a,b,c,d,e,f,g"]])(
  "rejects the key %s",
  async (idempotencyKey) => {
    await using app = await startTestApp();
    expect(
      await app.as("somebody").refusal(createMemory, memoryInput("Hello there."), { idempotencyKey }),
    ).toMatchObject({ status: 400, code: "bad-request" });
  },
);

test("describes the key in the API only for calls that take it, not for a stream", async () => {
  await using app = await startTestApp();
  const description = (await (await app.as("anyone").request("/api/openapi.json")).json()) as {
    paths: Record<string, { post?: { parameters: { name: string }[] } }>;
  };
  const parametersOf = (path: string) => description.paths[path]?.post?.parameters.map(({ name }) => name);
  expect(parametersOf(createMemory.path)).toEqual(["Idempotency-Key"]);
  expect(parametersOf(sendMessage.path)).toEqual([]);
});
