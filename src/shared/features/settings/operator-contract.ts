import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

const check = z.object({
  subject: z.string(),
  isGood: z.boolean(),
  /** One or two sentences: the state and, if it is not good, the remedy. */
  says: z.string(),
});
export type ServerCheck = z.infer<typeof check>;

export const listServerChecks = defineEndpoint({
  id: "settings.checks",
  method: "GET",
  path: "/api/operator/checks",
  summary: "What this server believes of its address, proxy, clock, disk and database. For operators.",
  response: z.object({ checks: z.array(check) }),
});
