import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { MOST_SENT } from "./sent.ts";

const key = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{8,128}$/, "That is not an Idempotency-Key."));

/** Called by a phone that has detected that the server was restored from a backup. */
export const findMissing = defineEndpoint({
  id: "set-back.missing",
  method: "POST",
  path: "/api/set-back/missing",
  summary:
    "After the server was set back to a backup: which of these Idempotency-Keys of mine it does not know.",
  body: z.strictObject({ keys: z.array(key).check(z.maxLength(MOST_SENT, `At most ${MOST_SENT} keys.`)) }),
  response: z.object({ keys: z.array(z.string()) }),
  queue: "never",
});
