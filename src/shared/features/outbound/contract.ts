import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

/** What this server calls other services for; every outbound call names one. */
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

export const listServices = defineEndpoint({
  id: "outbound.services",
  method: "GET",
  path: "/api/outbound-services",
  summary: "The other services that this server is set to call, by purpose.",
  response: z.object({
    services: z.array(
      z.object({
        purpose: z.enum(outboundPurposes),
        /** Empty: it is off, nothing is sent. `*.` stands for every host below. */
        hosts: z.array(z.string()),
      }),
    ),
  }),
});
