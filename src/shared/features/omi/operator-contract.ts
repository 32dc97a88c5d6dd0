import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

const setup = z.object({
  /** Whether this server has an app's id and key. */
  isAvailable: z.boolean(),
  /** Of the app at Omi; null: none is set. */
  appId: z.nullable(z.string()),
  /** Where people and Omi reach this server, as its configuration says; null when it does not. */
  origin: z.nullable(z.string()),
  /** The rest of the address Omi calls when a talk is over. It holds a key: only the operator and Omi may know it. */
  webhookPath: z.string(),
  /** The rest of the address Omi leads people back to. */
  homePath: z.string(),
});
export type OmiSetup = z.infer<typeof setup>;

export const getOmiSetup = defineEndpoint({
  id: "omi.setup",
  method: "GET",
  path: "/api/operator/omi",
  summary: "What to enter for this server in the app at Omi. For operators.",
  response: setup,
});

/** What the app at Omi must be allowed to do. */
export const OMI_ABILITIES = [
  "Create conversations",
  "Create memories",
  "Read conversations",
  "Read memories",
] as const;
