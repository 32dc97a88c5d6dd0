import * as z from "zod/mini";
import { password } from "./account-fields.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

/** A device on which the account is signed in. Its id grants no access: a session's token never leaves the server. */
const device = z.object({
  id,
  /** For example "Chrome on Android". */
  name: z.string(),
  signedInAt: instant,
  /** Accurate to 15 minutes. */
  lastUsedAt: instant,
  /** Whether this is the device making the request. */
  isThis: z.boolean(),
});
export type Device = z.infer<typeof device>;

export const listDevices = defineEndpoint({
  id: "account.devices",
  method: "GET",
  path: "/api/account/devices",
  summary: "Where my account is signed in: this device first, then by last use.",
  response: z.object({ devices: z.array(device) }),
});

export const signOutDevice = defineEndpoint({
  id: "account.sign-out-device",
  method: "DELETE",
  path: "/api/account/devices/:deviceId",
  summary: "Sign another of my devices out.",
  params: z.strictObject({ deviceId: id }),
  response: z.object({ signedOut: z.boolean() }),
  queue: "never",
});

export const signOutOthers = defineEndpoint({
  id: "account.sign-out-others",
  method: "POST",
  path: "/api/account/devices/sign-out-others",
  summary: "Sign all my other devices out.",
  body: z.optional(z.strictObject({})),
  /** Number of devices signed out. */
  response: z.object({ signedOut: z.number() }),
  queue: "never",
});

export const changePassword = defineEndpoint({
  id: "account.change-password",
  method: "POST",
  path: "/api/account/password",
  summary: "Set a new password, knowing the old one. All my other devices are signed out.",
  body: z.strictObject({ currentPassword: text(128), password }),
  /** Number of other devices signed out. */
  response: z.object({ signedOut: z.number() }),
  queue: "never",
});
