import type { Kysely } from "kysely";
import type { Device } from "#shared/features/account/devices-contract.ts";
import { deviceName, UNKNOWN_DEVICE } from "#shared/features/account/device-name.ts";
import type { Schema } from "#server/db/schema.ts";
import {
  deleteOtherSessions,
  deleteResetCode,
  deleteSessionOf,
  listDeviceRows,
  replacePassword,
} from "./device-repository.ts";
import type { NewNotification } from "#server/features/notifications/notify.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import {
  type KnowingWorld,
  knownDevice,
  type Login,
  rememberDevice,
} from "#server/http/request/known-device.ts";

/** Link to the list of devices. */
const DEVICES_LINK = "/me?dialog=account&mode=devices";

export async function listDevices(db: Kysely<Schema>, actor: Actor): Promise<Device[]> {
  const devices = (await listDeviceRows(db, actor.userId)).map(({ id, name, signedInAt, lastUsedAt }) => ({
    id,
    name: name === null || name === "" ? UNKNOWN_DEVICE : name,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isThis: id === actor.sessionId,
  }));
  return devices.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** @throws AppError `not-found`, also for another person's device; `conflict` for the current device */
export async function signOutDevice(db: Kysely<Schema>, actor: Actor, deviceId: string): Promise<void> {
  if (deviceId === actor.sessionId)
    throw new AppError("conflict", "This is the device you are using. Please choose “Sign Out” for it.");
  if (!(await deleteSessionOf(db, actor.userId, deviceId))) throw notFound("This device");
  await recordAudit(db, { event: "account.device-signed-out", actorId: actor.userId, objectId: deviceId });
}

/** @returns the number of sessions ended */
export async function signOutOthers(db: Kysely<Schema>, actor: Actor): Promise<number> {
  const count = await deleteOtherSessions(db, actor.userId, actor.sessionId);
  if (count > 0)
    await recordAudit(db, {
      event: "account.others-signed-out",
      actorId: actor.userId,
      objectId: actor.userId,
      detail: { count },
    });
  return count;
}

/**
 * Replaces the password whose hash was already compared with the caller's input. Ends every other session and any pending reset
 * code.
 * @param tx a transaction
 * @returns the number of other sessions ended; null when the password has changed in the meantime
 */
export async function changePassword(
  tx: Kysely<Schema>,
  actor: Actor,
  hashes: { former: string; next: string },
): Promise<number | null> {
  if (!(await replacePassword(tx, actor.userId, hashes))) return null;
  await deleteResetCode(tx, actor.userId);
  const count = await deleteOtherSessions(tx, actor.userId, actor.sessionId);
  await recordAudit(tx, { event: "account.password-changed", actorId: actor.userId, objectId: actor.userId });
  return count;
}

/** The notification for a sign-in on a new device. */
export function newDeviceNotice(userId: string, device: string): NewNotification {
  return {
    userId,
    kind: "account",
    text: `New sign-in: ${device}. If this was not you, sign it out and change your password.`,
    link: DEVICES_LINK,
  };
}

/** The device a person signs in on. */
export interface ArrivingDevice {
  /** Such as "Chrome on Android". */
  name: string;
  /** Whether this account has signed in on this device before. */
  isKnownTo(pseudonym: string): boolean;
  /** The `Set-Cookie` value that marks the device as known from now on. */
  remember(pseudonym: string): string;
}

export function arrivingDevice(world: KnowingWorld, headers: Headers): ArrivingDevice {
  return {
    name: deviceName(headers.get("user-agent")),
    isKnownTo: (pseudonym) => knownDevice(world, headers, loginOf({ pseudonym })) !== null,
    remember: (pseudonym) => rememberDevice(world, headers, loginOf({ pseudonym })),
  };
}

/** The login of a pseudonym in any spelling. */
export function loginOf({ pseudonym }: { pseudonym: string }): Login {
  return `account|${foldPseudonym(pseudonym)}`;
}
