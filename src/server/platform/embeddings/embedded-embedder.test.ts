import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { EmbeddedEmbedder } from "./embedded-embedder.ts";

const log = createLog("silent");

test("returns near vectors for texts with the same meaning", async () => {
  const embedder = new EmbeddedEmbedder({ log });
  const [question, oven, yoga] = await embedder.embed([
    "where can I bake bread",
    "Solar oven, free to use for your dough",
    "Yoga at sunrise, bring a mat",
  ]);
  expect(cosine(question, oven)).toBeGreaterThan(cosine(question, yoga));
  expect(question).toHaveLength(embedder.dimensions);
  expect(Math.hypot(...(question ?? []))).toBeCloseTo(1, 5);
  await embedder.close();
});

test("embeds every text, even empty, very long or unreadable, in any batch", async () => {
  const embedder = new EmbeddedEmbedder({ log });
  const texts = [
    "",
    " ",
    "\u0000",
    "\ud800",
    "😀".repeat(50),
    "a ".repeat(2000),
    "x".repeat(4000),
    "日本語",
    "tea",
    "",
  ];
  const together = await embedder.embed(texts);
  expect(together).toHaveLength(texts.length);
  for (const vector of together) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
  const [alone] = await embedder.embed(["tea"]);
  expect(cosine(alone, together[8])).toBeCloseTo(1, 5);
  expect(await embedder.embed([])).toEqual([]);
  await embedder.close();
});

test("embeds a search before a long queue of documents", async () => {
  const embedder = new EmbeddedEmbedder({ log });
  const order: string[] = [];
  const documents = embedder
    .embed(Array.from({ length: 64 }, (_, index) => `document ${index}`))
    .then(() => order.push("documents"));
  const question = embedder.embed(["a question"]).then(() => order.push("question"));
  await Promise.all([documents, question]);
  expect(order).toEqual(["question", "documents"]);
  await embedder.close();
});

test("replaces a dead worker once without losing the text", async () => {
  const started: Worker[] = [];
  const embedder = new EmbeddedEmbedder({
    log,
    startWorker: () => start(started, started.length === 0 ? dyingWorker : answeringWorker),
  });
  expect(await embedder.embed(["hello"])).toEqual([Float32Array.of(5)]);
  expect(started).toHaveLength(2);
  await embedder.close();
});

test("replaces a worker that hangs", async () => {
  const started: Worker[] = [];
  const embedder = new EmbeddedEmbedder({
    log,
    batchDeadlineMs: 3000,
    startWorker: () => start(started, started.length === 0 ? hangingWorker : answeringWorker),
  });
  expect(await embedder.embed(["hello"])).toEqual([Float32Array.of(5)]);
  await embedder.close();
});

test("fails only the text that kills every worker", async () => {
  const started: Worker[] = [];
  const embedder = new EmbeddedEmbedder({ log, startWorker: () => start(started, pickyWorker) });
  const deadly = embedder.embed(["deadly"]);
  const harmless = embedder.embed(["harmless", "words"]);
  await expect(deadly).rejects.toMatchObject({ code: "unavailable" });
  expect(await harmless).toEqual([Float32Array.of(8), Float32Array.of(5)]);
  await embedder.close();
});

test("reports `unavailable` and does not reload a broken model on every call", async () => {
  const started: Worker[] = [];
  const embedder = new EmbeddedEmbedder({
    log,
    startWorker: () => start(started, `throw new Error("no weights")`),
  });
  await expect(embedder.embed(["one"])).rejects.toMatchObject({ code: "unavailable", status: 503 });
  await expect(embedder.embed(["two"])).rejects.toMatchObject({ code: "unavailable" });
  expect(started).toHaveLength(2);
  await embedder.close();
});

test("loads nothing before the first text and stops everything on close", async () => {
  const started: Worker[] = [];
  const embedder = new EmbeddedEmbedder({ log, startWorker: () => start(started, hangingWorker) });
  expect(started).toHaveLength(0);
  const waiting = embedder.embed(["hello"]);
  expect(started).toHaveLength(1);
  await Promise.all([expect(waiting).rejects.toMatchObject({ code: "unavailable" }), embedder.close()]);
  await expect(embedder.embed(["late"])).rejects.toMatchObject({ code: "unavailable" });
  expect(started[0]?.threadId).toBe(-1);
});

// Fake workers that use the real worker's messages. A text's vector is its length.
const answering = `texts.map((text) => Float32Array.of(text.length))`;
const answeringWorker = workerDoing(`port.postMessage({ kind: "embedded", vectors: ${answering} })`);
const dyingWorker = workerDoing(`process.exit(3)`);
const hangingWorker = workerDoing(`for (;;);`);
const pickyWorker = workerDoing(
  `if (texts[0] === "deadly") process.exit(3); port.postMessage({ kind: "embedded", vectors: ${answering} })`,
);

function workerDoing(work: string): string {
  return `const { parentPort: port } = require("node:worker_threads");
    port.on("message", ({ texts }) => { ${work} });
    port.postMessage({ kind: "ready" });`;
}

function start(started: Worker[], code: string): Worker {
  const worker = new Worker(code, { eval: true });
  started.push(worker);
  return worker;
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error("a vector is missing");
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
