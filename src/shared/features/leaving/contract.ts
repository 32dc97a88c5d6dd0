import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { instant, text } from "#shared/http/fields.ts";

export const exportAccount = defineEndpoint({
  id: "leaving.export",
  method: "GET",
  path: "/api/account/export",
  summary: "Everything the caller has here, as one zip file: their rows as JSON, and their photos.",
  response: z.unknown(),
  answer: "file",
});

export const forgetBackups = defineEndpoint({
  id: "leaving.forget-backups",
  method: "POST",
  path: "/api/operator/forget-backups",
  summary:
    "Make a fresh backup, prove it, and delete every older one and every database kept at a restore: what people have deleted is in none of them. For the operator.",
  response: z.object({
    /** When the new backup was created. */
    at: instant,
    /** Names of the files and folders that were deleted. */
    deleted: z.array(z.string()),
  }),
  queue: "never",
});

export const deleteAccount = defineEndpoint({
  id: "leaving.delete",
  method: "POST",
  path: "/api/account/delete",
  summary:
    "Delete the caller's account and everything that is theirs, for good. Asks for the password or a passkey.",
  body: z.strictObject({
    password: z.optional(text(128)),
    /** The browser's response to the passkey sign-in options. */
    credential: z.optional(z.record(z.string(), z.unknown())),
  }),
  response: z.object({ deleted: z.boolean() }),
  queue: "never",
});
