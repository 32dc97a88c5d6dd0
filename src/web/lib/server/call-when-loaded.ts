import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import type { CallOptions } from "./api-client.ts";

/**
 * `call` for the first paint, which does not contain the client.
 * @throws ApiError as `call` does; the browser's own error if the code cannot be loaded
 */
export async function callWhenLoaded<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<ResponseOf<E>> {
  const { call } = await import("./api-client.ts");
  return call(endpoint, input, options);
}
