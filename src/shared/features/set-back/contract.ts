import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/fields.ts";
import { MOST_SENT } from "#shared/outbox/sent.ts";

/** Most accounts a phone asks about in one call. */
const MOST_ACCOUNTS = 50;

const key = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{8,128}$/, "That is not an Idempotency-Key."));

/** Called by a phone that has noticed that the server was set back to a backup. */
export const findMissing = defineEndpoint({
  id: "set-back.missing",
  method: "POST",
  path: "/api/set-back/missing",
  summary:
    "After the server was set back to a backup: which of these Idempotency-Keys of mine it does not know, and which of these accounts are not here, though nobody has deleted them.",
  body: z.strictObject({
    keys: z.array(key).check(z.maxLength(MOST_SENT, `At most ${MOST_SENT} keys.`)),
    accounts: z.array(id).check(z.maxLength(MOST_ACCOUNTS, `At most ${MOST_ACCOUNTS} accounts.`)),
  }),
  response: z.object({ keys: z.array(z.string()), accounts: z.array(z.string()) }),
  queue: "never",
});
