import {
  changePassword,
  listDevices,
  signOutDevice,
  signOutOthers,
} from "#shared/features/account/devices-contract.ts";
import { findPasswordHash } from "./device-repository.ts";
import * as devices from "./devices.ts";
import { assertStrong, hashPassword, verifyPassword } from "../passwords/password-hash.ts";
import { AppError } from "#server/http/app-error.ts";
import { preparedRoute, type Route, route } from "#server/http/route.ts";

// Limited by session: guesses on a lost device must not stop its owner from changing the password on another device.
const guessing = { who: "user", limits: [{ by: "session", max: 10, windowMs: 15 * 60_000 }] } as const;

export const deviceRoutes: Route[] = [
  route(listDevices, { who: "user" }, async ({ actor, db }) => ({
    devices: await devices.listDevices(db, actor),
  })),
  route(
    signOutDevice,
    { who: "user", object: { allow: ["owner"], denied: "not-found" } },
    async ({ actor, params, db }) => {
      await devices.signOutDevice(db, actor, params.deviceId);
      return { signedOut: true };
    },
  ),
  route(signOutOthers, { who: "user" }, async ({ actor, db }) => ({
    signedOut: await devices.signOutOthers(db, actor),
  })),
  preparedRoute(changePassword, guessing, {
    async prepare({ actor, body, deps }) {
      assertStrong(body.password, actor.pseudonym);
      const former = await findPasswordHash(deps.database.kysely, actor.userId);
      if (former === null || !(await verifyPassword(body.currentPassword, former))) throw wrongPassword();
      return { former, next: await hashPassword(body.password) };
    },
    async handle({ actor, db, deps, prepared }) {
      deps.database.assertWritable();
      const signedOut = await db.transaction().execute((tx) => devices.changePassword(tx, actor, prepared));
      if (signedOut === null) throw wrongPassword();
      return { signedOut };
    },
  }),
];

function wrongPassword(): AppError {
  const message = "That is not your password. Please try again, or sign out and choose “Forgot password”.";
  return new AppError("invalid-credentials", message, { fields: [{ path: "currentPassword", message }] });
}
