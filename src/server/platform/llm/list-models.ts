import { readBoundedText } from "#server/platform/bounded-body.ts";
import type { Egress } from "#server/platform/egress.ts";
import { failureOfStatus } from "./model-failures.ts";
import { ModelError } from "./language-model.ts";

/** OpenRouter's list has half a megabyte. */
const MAX_BYTES = 16_000_000;
const DEADLINE_MS = 30_000;
const MAX_ID = 200;
const MAX_MODELS = 10_000;

interface Provider {
  baseUrl: string;
  apiKey: string | null;
}

export function authorization({ apiKey }: Provider): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}

/** What `GET /models` lists; null from a provider that has no such list, or one nobody can read. */
export async function listModels(
  egress: Egress,
  options: Provider,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const headers = { accept: "application/json", ...authorization(options) };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const response = await egress(`${options.baseUrl}/models`, {
    purpose: "model-list",
    headers,
    signal: inTime,
  });
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel();
    throw new ModelError(failureOfStatus(response.status, null));
  }
  const text = response.ok ? await readBoundedText(response, MAX_BYTES) : null;
  if (text === null) {
    await response.body?.cancel().catch(() => undefined); // it may be read or gone already
    return null;
  }
  return idsIn(text);
}

/** An empty list says nothing: a provider with no model at all could not answer either. */
function idsIn(text: string): string[] | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  const data = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : null;
  if (!Array.isArray(data)) return null;
  const ids = (data as unknown[]) // any[] -> unknown[]
    .map((entry) => (typeof entry === "object" && entry !== null && "id" in entry ? entry.id : null))
    .filter((id) => typeof id === "string")
    .filter((id) => id !== "" && id.length <= MAX_ID)
    .slice(0, MAX_MODELS);
  return ids.length === 0 ? null : ids;
}
