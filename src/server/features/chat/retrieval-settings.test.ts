import { expect, test } from "vitest";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { claimUnembedded, storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import { readAnswer, postMessage, textOf } from "#server/testing/chat-app.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const metrics = ["cosine", "dot", "euclidean"] as const;

/** Vectors of different lengths: long ones win by inner product, distant ones lose by distance. */
const stretched = fakeEmbedder({
  id: "stretched",
  normOf: (text) => (text.includes("boxes") ? 9 : text.includes("?") ? 1 : text.includes("shade") ? 1.3 : 3),
});

test("orders the items given to a model by the metric of the message", async ({ skip }) => {
  const model = scriptedModel(["ok"]);
  await using app = await startTestApp({ deps: { embedder: stretched }, chat: { languageModel: model } });
  skip(!app.database.hasVector, "this Postgres has no pgvector");
  await save(app, stretched);
  const ada = await app.signUp("Ada");
  const orders = [];
  for (const similarityMetric of metrics) {
    await readAnswer(await postMessage(ada, { text: "red lamp", similarityMetric }));
    orders.push(itemsOf(model.prompts.at(-1)?.at(-1)?.content ?? ""));
  }
  await readAnswer(await postMessage(ada, { text: "red lamp" }));
  expect(itemsOf(model.prompts.at(-1)?.at(-1)?.content ?? "")).toEqual(orders[0]);
  expect(new Set(orders.map((order) => order.slice().sort().join(" "))).size).toBe(1); // the same items
  expect(new Set(orders.map((order) => order.join(" "))).size).toBe(3); // in three orders
});

test("applies the metric, but not useRag, in search mode", async ({ skip }) => {
  await using app = await startTestApp({ deps: { embedder: stretched } });
  skip(!app.database.hasVector, "this Postgres has no pgvector");
  await save(app, stretched);
  const ada = app.as("ada");
  const answers = new Map<string, string>();
  for (const similarityMetric of metrics) {
    const on = textOf(await readAnswer(await postMessage(ada, { text: "red lamp", similarityMetric })));
    const off = textOf(
      await readAnswer(await postMessage(ada, { text: "red lamp", similarityMetric, useRag: false })),
    );
    expect(off).toBe(on);
    expect(off).toContain("[^resource:");
    answers.set(similarityMetric, /\[\^(resource:\w+)\]/.exec(on)?.[1] ?? "");
  }
  expect(answers.get("dot")).toBe("resource:long");
  expect(answers.get("cosine")).not.toBe("resource:long");
});

test("returns one order for all metrics when all vectors have one length", async () => {
  for (const hasVector of [true, false]) {
    const model = scriptedModel(["ok"]);
    await using app = await startTestApp({ chat: { languageModel: model } });
    await save(app, app.deps.embedder);
    if (!hasVector) await app.database.pool.query("delete from search_embeddings").catch(() => undefined);
    const ada = await app.signUp("Ada");
    for (const similarityMetric of metrics) {
      await readAnswer(await postMessage(ada, { text: "red lamp", similarityMetric }));
    }
    const orders = model.prompts.map((prompt) => itemsOf(prompt.at(-1)?.content ?? ""));
    expect(orders[0]?.[0]).toBe("resource:exact");
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
  }
});

test("sends the model no library data without useRag", async () => {
  const model = scriptedModel(["ok"]);
  await using app = await startTestApp({ chat: { languageModel: model } });
  await save(app, app.deps.embedder);
  const ada = await app.signUp("Ada");
  await readAnswer(await postMessage(ada, { text: "red lamp", useRag: false }));
  expect(model.prompts[0]?.at(-1)?.content).toBe("red lamp");
  const rules = model.prompts[0]?.[0]?.content;
  expect(rules).not.toMatch(/item|cite/i);
  expect(rules).toContain("Rangers");
});

test("ranks an item of a connected community before a similar item", async () => {
  await using app = await startTestApp();
  await upsertDocuments(app.database.kysely, [
    documentOf("a", "Folding ladder", "", "camp-a"),
    documentOf("b", "Folding ladder", "", "camp-b"),
    documentOf("c", "Ladder", "A stiff one, and quite another thing.", "camp-c"),
  ]);
  const firstFor = async (connectedLoobricates?: string[]) => {
    const frames = await readAnswer(
      await postMessage(app.as("ada"), { text: "folding ladder", connectedLoobricates }),
    );
    return /\[\^resource:(\w+)\]/.exec(textOf(frames))?.[1];
  };
  expect(await firstFor()).toBe("a");
  expect(await firstFor(["camp-b"])).toBe("b");
  expect(await firstFor(["camp-a", "camp-b"])).toBe("a");
  expect(await firstFor(["camp-c"])).toBe("a"); // slightly higher, but not always first
  expect(await firstFor(["nowhere", "resource:b"])).toBe("a");
});

async function save({ database }: TestApp, embedder: Embedder): Promise<void> {
  await upsertDocuments(database.kysely, [
    documentOf("exact", "red lamp", ""),
    documentOf("shade", "lamp", "with a shade"),
    documentOf("long", "red lamp", "and a great many other shiny things in boxes"),
  ]);
  if (!database.hasVector) return;
  const claim = { model: embedder.id, limit: 1000, leaseMs: 60_000, changedSince: new Date(0) };
  const pending = await claimUnembedded(database.kysely, claim);
  const vectors = await embedder.embed(pending.map(({ title, body }) => `${title} ${body}`.trim()));
  await storeEmbeddings(
    database.kysely,
    embedder.id,
    pending.map((document, index) => ({ ...document, vectors: vectors.slice(index, index + 1) })),
  );
}

function documentOf(
  id: string,
  title: string,
  body: string,
  communityId: string | null = null,
): SearchDocument {
  const nothing = { ownerId: null, companion: null, place: null, latitude: null, longitude: null };
  return { ...nothing, id: `resource:${id}`, kind: "resource", communityId, title, body };
}

/** Ids of the items in a prompt, in order. */
function itemsOf(content: string): string[] {
  return [...content.matchAll(/^\{"id":"([^"]+)"/gm)].map(([, id]) => id ?? "");
}
