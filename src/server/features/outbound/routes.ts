import {
  listServices,
  OPERATORS_SERVER,
  type OutboundPurpose,
  outboundPurposes,
} from "#shared/features/outbound/contract.ts";
import { isOperator } from "#server/http/operator.ts";
import { isInternalHost } from "./internal-host.ts";
import type { Config } from "#server/config/config.ts";
import { type Route, route } from "#server/http/route.ts";

/** The addresses the operator set, by purpose. `egress` calls no others. */
export function outboundAddresses(config: Config): Record<OutboundPurpose, readonly string[]> {
  const configured = (address: string | undefined) => (address === undefined ? [] : [address]);
  return {
    answer: configured(config.languageModel?.baseUrl),
    embedding: configured(config.embeddings?.baseUrl),
    speech: configured(config.speech?.baseUrl),
    address: configured(config.geocoder?.baseUrl),
    photo: configured(config.s3?.endpoint),
    push: config.pushServices,
    telegram: configured(config.telegram?.apiUrl),
    omi: configured(config.omi?.apiUrl),
    mem0: configured(config.mem0?.url),
    mail: configured(config.mail?.url),
  };
}

export const outboundRoutes: Route[] = [
  route(listServices, { who: "session" }, async ({ actor, deps }) => {
    const isEverythingShown = isOperator(deps, actor);
    const addresses = outboundAddresses(deps.config);
    return {
      services: outboundPurposes.map((purpose) => ({
        purpose,
        hosts: addresses[purpose].map((address) => {
          // Without the password that a mail server's address may contain.
          const { host, hostname } = new URL(address);
          return isEverythingShown || !isInternalHost(hostname) ? host : OPERATORS_SERVER;
        }),
      })),
    };
  }),
];
