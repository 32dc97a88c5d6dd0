import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import type { CallOptions } from "./api-client.ts";

/**
 * `call` for the first paint, which contains neither the client nor any contract: both are loaded at the same time.
 * @param loading loads the endpoint's contract with its schemas
 * @throws ApiError as `call` does; the browser's own error if the code cannot be loaded
 */
export async function callWhenLoaded<E extends Endpoint>(
  loading: Promise<E>,
  input: CallInput<E>,
  options: CallOptions,
): Promise<ResponseOf<E>> {
  const [{ call }, endpoint] = await Promise.all([import("./api-client.ts"), loading]);
  return call(endpoint, input, options);
}
