import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, latitude, longitude, text } from "#shared/http/fields.ts";

/** A companion as one user sees it. Its prompt for language models and its private knowledge never leave the server. */
export const companion = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Path of a line drawing, or an emoji. */
  icon: z.string(),
  traits: z.array(z.string()),
  prompts: z.array(z.string()),
  isBaseCompanion: z.boolean(),
  discoveryLocation: z.object({ lat: latitude, lng: longitude, radius: z.number() }),
  /** How well the user and the companion know each other, 1 to 5; null before its first answer. */
  level: z.nullable(z.number()),
  isLocked: z.boolean(),
  /** How to unlock it; null when it is not locked. */
  hint: z.nullable(z.string()),
});
export type Companion = z.infer<typeof companion>;

/** A user's stored choice of companion. */
export const companionState = z.object({
  userId: z.string(),
  activeCompanion: z.string(),
  /** The user has chosen at least once, so the intro greets them as a friend. */
  hasChosenCompanion: z.boolean(),
  discoveredCompanions: z.array(z.string()),
});
export type CompanionState = z.infer<typeof companionState>;

export const listCompanions = defineEndpoint({
  id: "companions.list",
  method: "GET",
  path: "/api/companions",
  summary: "All companions as the caller may see them, and the one that is active.",
  response: z.object({ companions: z.array(companion), state: companionState }),
});

/** A section of the guide that all users can find. Sections of individual companions stay on the server. */
export const guideSection = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type GuideSection = z.infer<typeof guideSection>;

export const getGuide = defineEndpoint({
  id: "companions.guide",
  method: "GET",
  path: "/api/guide",
  summary: "The guide for all users, in sections, so that a phone can answer from it without a signal.",
  response: z.object({ sections: z.array(guideSection) }),
});

export const chooseCompanion = defineEndpoint({
  id: "companions.choose",
  method: "POST",
  path: "/api/users/:userId/companions",
  summary:
    "Store which companion is active. Takes the state of a user or of a visitor; the server decides what is true.",
  params: z.strictObject({ userId: text(128) }),
  body: z.strictObject({
    userId: z.optional(text(128)),
    /** Null when none is chosen, which means the base companion. */
    activeCompanion: z.nullable(text(60)),
    hasChosenCompanion: z.optional(z.boolean()),
    /** Accepted and ignored: the server determines discoveries itself. */
    discoveredCompanions: z.optional(z.array(text(60)).check(z.maxLength(100))),
    /** Accepted and ignored: levels depend on use. */
    level: z.optional(z.nullable(z.number())),
  }),
  response: companionState,
});

const code = z.string().check(z.regex(/^[\w-]{1,128}$/, "That is not a companion's code."));

const met = z.object({
  /** Ids of companions met for the first time. */
  discovered: z.array(id),
  /** Ids of companions met here that the user had already met. */
  known: z.array(id),
});

export const discoverCompanions = defineEndpoint({
  id: "companions.discover",
  method: "POST",
  path: "/api/companions/discoveries",
  summary: "Tell where one is, or what a tag or QR code says. Whom one met is stored, the place is not.",
  body: z.strictObject({
    trigger: z.discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("place"),
        latitude,
        longitude,
        /** Meters. */
        accuracyM: z.optional(z.number().check(z.nonnegative())),
      }),
      z.strictObject({ kind: z.literal("tag"), code }),
      z.strictObject({ kind: z.literal("qr"), code }),
    ]),
  }),
  response: met,
  // The call is useless without its response, and a position must not be queued on the phone while it is offline.
  queue: "never",
  sentences: { unauthenticated: "Please sign in to discover companions." },
});

export const meetCompanion = defineEndpoint({
  id: "companions.meet",
  method: "POST",
  path: "/api/companions/meetings",
  summary: "What a companion's tag or QR code said. As a discovery, but it may wait for a signal.",
  body: z.strictObject({ kind: z.enum(["tag", "qr"]), code }),
  response: met,
  sentences: { unauthenticated: "Please sign in to discover companions." },
});

export const issueCompanionTag = defineEndpoint({
  id: "companions.issue-tag",
  method: "POST",
  path: "/api/operator/companion-tag",
  summary:
    "For the operator's command line, which holds the server's secret: what to write on a companion's tag.",
  body: z.strictObject({ companion: text(60) }),
  response: z.object({
    name: z.string(),
    code,
    /** The configured origin at which phones reach this server; null when there is none. */
    origin: z.nullable(z.string()),
  }),
  queue: "never",
});
