import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

const setup = z.object({
  /** Whether this server has an app's id and key. */
  isAvailable: z.boolean(),
  /** Id of the app at Omi; null when none is set. */
  appId: z.nullable(z.string()),
  /** The configured origin at which users and Omi reach this server; null when there is none. */
  origin: z.nullable(z.string()),
  /** Path of the webhook that Omi calls when a talk is over. It contains a key: only the operator and Omi may see it. */
  webhookPath: z.string(),
  /** Path to which Omi redirects users. */
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

/** Permissions the app needs at Omi. */
export const OMI_ABILITIES = [
  "Create conversations",
  "Create memories",
  "Read conversations",
  "Read memories",
] as const;
