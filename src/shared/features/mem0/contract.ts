import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { text } from "#shared/http/fields.ts";

const consent = z.object({
  /** Whether this server is connected to Mem0. */
  isAvailable: z.boolean(),
  /** Whether the user allows Mem0 to store copies of their memories. */
  isOn: z.boolean(),
  /** Number of memories still to be copied. */
  toCopy: z.number(),
  /** Number of memories that Mem0 may still have and must delete. */
  toForget: z.number(),
});
export type Mem0Consent = z.infer<typeof consent>;

export const getMem0Consent = defineEndpoint({
  id: "mem0.consent",
  method: "GET",
  path: "/api/knowledge/mem0",
  summary: "Whether Mem0 may have copies of one's memories, and what is on its way.",
  response: consent,
});

export const setMem0Consent = defineEndpoint({
  id: "mem0.set-consent",
  method: "PUT",
  path: "/api/knowledge/mem0",
  summary: "Lets Mem0 have copies of one's memories, or has it forget them.",
  body: z.strictObject({ userId: z.optional(text(128)), isOn: z.boolean() }),
  response: consent,
  queue: "never",
});
