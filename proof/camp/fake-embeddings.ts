import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const DIMENSIONS = 8;

/**
 * An embedding service that returns the same vector for all texts at no cost. For proofs in which meaning does not matter: embedding every
 * text would take most of the run.
 */
export async function startFakeEmbeddings(): Promise<{ env: Record<string, string> } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      const embedding = Array.from({ length: DIMENSIONS }, (_, index) => (index === 0 ? 1 : 0));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding })) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address
  const env = {
    EMBEDDINGS_BASE_URL: `http://127.0.0.1:${port}/v1`,
    EMBEDDINGS_MODEL: "all-alike",
    EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
  };
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { env, [Symbol.asyncDispose]: close };
}
