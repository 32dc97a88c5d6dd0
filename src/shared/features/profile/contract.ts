import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

export const discoveredTypes = ["Camp", "Community", "Art", "Companion"] as const;

const recentDiscovery = z.object({
  id,
  /** Null for items that no longer exist. */
  title: z.nullable(z.string()),
  type: z.enum(discoveredTypes),
  description: z.nullable(z.string()),
  discoveredAt: instant,
});
export type RecentDiscovery = z.infer<typeof recentDiscovery>;

export const getProfile = defineEndpoint({
  id: "profile.get",
  method: "GET",
  path: "/api/profile",
  summary:
    "The caller's profile: who they are, their communities, what they have found and how much they keep.",
  query: z.strictObject({ uid: z.optional(text(128)) }),
  response: z.object({
    user: z.object({
      userId: id,
      pseudonym: z.string(),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      activeCompanion: z.nullable(z.string()),
      /** Always null: no community can be chosen. */
      activeLoobricate: z.null(),
      hasChosenCompanion: z.boolean(),
      discoveredCompanions: z.array(z.string()),
    }),
    connectedLoobricates: z.array(
      z.object({
        id,
        _id: id,
        name: z.string(),
        type: z.enum(["community", "venue"]),
        role: z.enum(["admin", "member"]),
        profilePhoto: z.nullable(z.string()),
      }),
    ),
    /** The latest ones, including companions. */
    discoveries: z.array(recentDiscovery),
    counts: z.object({ memories: z.number(), discoveries: z.number() }),
    /** When the user first added something to a library; null before that. */
    since: z.nullable(instant),
  }),
});
