import { expect, test } from "vitest";
import {
  type ArchivedMemory,
  importMemories,
  listMemories,
} from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { getQuest, shareThought } from "#shared/features/daily/contract.ts";
import { addNeed } from "#shared/features/needs/contract.ts";
import { matchNeeds } from "#server/features/needs/match-job.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { startTestApp } from "#server/testing/test-app.ts";

test("sends a thought and a need kept from language models to no embedding service elsewhere", async ({
  skip,
}) => {
  const seen: string[] = [];
  const own = fakeEmbedder();
  const embedder = {
    ...own,
    isElsewhere: true,
    embed: async (texts: string[]) => {
      seen.push(...texts);
      return await own.embed(texts);
    },
  };
  await using app = await startTestApp({ deps: { embedder } });
  skip(!app.database.hasVector, "this Postgres has no pgvector");
  const ways = [
    ["Ada", true],
    ["Bea", false],
  ] as const;
  for (const [name, useRag] of ways) {
    const client = await app.signUp(name);
    await client.call(shareThought, { body: { content: `The thought of ${name}`, useRag } });
    await client.call(getQuest, { query: {} });
    await client.call(addNeed, {
      body: { content: `I'm looking for a lamp like ${name}'s`, isShared: false, useRag },
    });
  }
  while (await matchNeeds(app.deps));
  const embedded = seen.join("\n");
  expect(embedded).toMatch(/thought of Ada[^]*lamp like Ada/);
  expect(embedded).not.toContain("Bea");
});

test("keeps a memory from language models after an export and import", async () => {
  await using app = await startTestApp();
  const [ada, bea] = [await app.signUp("Ada"), await app.signUp("Bea")];
  const save = async (content: string, useRag?: boolean) =>
    await ada.call(createMemory, { body: { type: "want-to-know", content, useRag } });
  await save("The lamp is under the crate", false);
  await save("The kettle is made of copper");
  const file = JSON.parse(await (await ada.request("/api/memories/export")).text()) as {
    memories: ArchivedMemory[];
  };
  await bea.call(importMemories, { body: file });
  const taken = await bea.call(listMemories, { query: {} });
  expect(taken.map(({ content, useRag }) => [content, useRag])).toEqual([
    ["The kettle is made of copper", undefined],
    ["The lamp is under the crate", false],
  ]);
});
