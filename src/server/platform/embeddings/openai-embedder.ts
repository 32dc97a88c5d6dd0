import * as z from "zod/mini";
import { AppError } from "#server/http/app-error.ts";
import type { Egress } from "#server/platform/egress.ts";
import type { Embedder } from "./embedder.ts";

export interface OpenaiEmbedderSettings {
  /** Such as `https://api.openai.com/v1`, with or without a trailing slash. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Length of the model's vectors. */
  dimensions: number;
}

/** Providers accept at least this many texts per call (the smallest limit known is 96). */
const batchSize = 64;
const deadlineMs = 30_000;
/** How long an unresponsive service is not called again. Otherwise every search would call it and wait. */
const restMs = 5_000;

const answer = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })),
});

/** Whether a host is this machine. Any other name counts as another one, also that of a container beside this server. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Any server with an OpenAI-compatible `/embeddings`: a provider, Ollama, llama-server. Texts leave the server. */
export function openaiEmbedder(egress: Egress, settings: OpenaiEmbedderSettings): Embedder {
  const { dimensions } = settings;
  const baseUrl = settings.baseUrl.replace(/\/+$/, "");
  let restsUntil = 0;
  return {
    id: `${settings.model}@${new URL(baseUrl).host}`,
    dimensions,
    isElsewhere: !isLoopback(new URL(baseUrl).hostname),
    isUnitLength: false, // some models' vectors have length 1, but the API does not report it
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += batchSize) {
        // One batch at a time, because providers limit concurrent calls.
        vectors.push(...(await embedBatch(texts.slice(start, start + batchSize))));
      }
      return vectors;
    },
    close: async () => undefined,
  };

  async function embedBatch(texts: string[]): Promise<Float32Array[]> {
    if (performance.now() < restsUntil)
      throw new AppError("unavailable", "The embeddings service did not answer. It will be asked again.");
    const response = await egress(`${baseUrl}/embeddings`, {
      purpose: "embedding",
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` }),
      },
      // Most providers reject an empty input.
      body: JSON.stringify({ model: settings.model, input: texts.map((text) => text.trim() || "-") }),
      deadlineMs,
      signal: AbortSignal.timeout(2 * deadlineMs),
    }).catch((error: unknown) => {
      restsUntil = performance.now() + restMs;
      throw error;
    });
    if (!response.ok) throw refused(response);
    const body: unknown = await response.json().catch((cause: unknown) => {
      throw new AppError(
        "unavailable",
        "The embeddings service's answer broke off. It will be asked again.",
        { cause },
      );
    });
    const parsed = answer.safeParse(body);
    if (!parsed.success) throw wrongAnswer("it is not a list of embeddings");
    return inOrder(parsed.data.data, texts.length);
  }

  function inOrder(data: z.infer<typeof answer>["data"], count: number): Float32Array[] {
    const vectors = new Map(data.map(({ index, embedding }) => [index, Float32Array.from(embedding)]));
    return Array.from({ length: count }, (_, index) => {
      const vector = vectors.get(index);
      if (vector === undefined) throw wrongAnswer(`text ${index} has no vector`);
      if (vector.length !== dimensions) {
        throw wrongAnswer(`vectors have ${vector.length} numbers, EMBEDDINGS_DIMENSIONS says ${dimensions}`);
      }
      if (!vector.every(Number.isFinite)) throw wrongAnswer("a vector holds something other than numbers");
      return vector;
    });
  }
}

/** 429 and 5xx are temporary. Any other status is a configuration error, which the operator finds in the log. */
function refused(response: Response): AppError {
  void response.body?.cancel();
  const passes = response.status === 429 || response.status >= 500;
  return new AppError(
    passes ? "unavailable" : "upstream-failed",
    `The embeddings service answered ${response.status}. ${passes ? "It will be asked again." : "Please check the EMBEDDINGS settings."}`,
  );
}

function wrongAnswer(what: string): AppError {
  return new AppError("upstream-failed", `The embeddings service gave a wrong answer: ${what}.`);
}
