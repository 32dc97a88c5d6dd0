import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

/** The purposes for which this server calls other services; every outbound call names one. */
export const outboundPurposes = [
  "answer",
  "embedding",
  "speech",
  "address",
  "photo",
  "push",
  "telegram",
  "omi",
  "mem0",
  "mail",
] as const;
export type OutboundPurpose = (typeof outboundPurposes)[number];

/** Stands for an internal host. */
export const OPERATORS_SERVER = "A server of the operator";

export const listServices = defineEndpoint({
  id: "outbound.services",
  method: "GET",
  path: "/api/outbound-services",
  summary: "The other services that this server is set to call, by purpose.",
  response: z.object({
    services: z.array(
      z.object({
        purpose: z.enum(outboundPurposes),
        /**
         * Empty when it is off and no data is sent. `*.` matches every subdomain. Only operators read the names of internal hosts; others
         * read `OPERATORS_SERVER`.
         */
        hosts: z.array(z.string()),
      }),
    ),
  }),
});
