import { queryOptions } from "@tanstack/react-query";
import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { call, type CallOptions } from "./api-client.ts";

/**
 * Makes the queries of a feature: each makes one call.
 * @param contract loads the feature's contract, with the first call: it brings its schemas along
 */
export function queriesOf<Contract>(contract: () => Promise<Contract>) {
  return <const Key extends readonly unknown[], E extends Endpoint, Data = ResponseOf<E>>(
    queryKey: Key,
    endpointOf: (loaded: Contract) => E,
    input: CallInput<E>,
    /** The part of the answer that is kept. Default: all of it. */
    pick: (answer: ResponseOf<E>) => Data = (answer) => answer as Data & ResponseOf<E>,
    options: Pick<CallOptions, "endsInSilence"> = {},
  ) =>
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Data> =>
        pick(await call(endpointOf(await contract()), input, { ...options, signal })),
    });
}
