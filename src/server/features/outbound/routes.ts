import { listServices, type OutboundPurpose, outboundPurposes } from "#shared/features/outbound/contract.ts";
import type { Config } from "#server/config/config.ts";
import { type Route, route } from "#server/http/route.ts";

/** The addresses the operator set, by purpose. `egress` calls no others. */
export function outboundAddresses(config: Config): Record<OutboundPurpose, readonly string[]> {
  const given = (address: string | undefined) => (address === undefined ? [] : [address]);
  return {
    answer: given(config.languageModel?.baseUrl),
    embedding: given(config.embeddings?.baseUrl),
    speech: given(config.speech?.baseUrl),
    address: given(config.geocoder?.baseUrl),
    photo: given(config.s3?.endpoint),
    push: config.pushServices,
    telegram: given(config.telegram?.apiUrl),
    omi: given(config.omi?.apiUrl),
    mem0: given(config.mem0?.url),
    mail: given(config.mail?.url),
  };
}

export const outboundRoutes: Route[] = [
  route(listServices, { who: "session" }, async ({ deps }) => {
    const addresses = outboundAddresses(deps.config);
    return {
      services: outboundPurposes.map((purpose) => ({
        purpose,
        // Without the password that a mail server's address may contain.
        hosts: addresses[purpose].map((address) => new URL(address).host),
      })),
    };
  }),
];
