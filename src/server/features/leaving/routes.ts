import {
  deleteAccount as deleteAccountCall,
  exportAccount,
  forgetBackups,
} from "#shared/features/leaving/contract.ts";
import type { Deps } from "#server/deps.ts";
import { callLibrary } from "#server/features/account/auth.ts";
import { findPasswordHash } from "#server/features/account/devices/device-repository.ts";
import { verifyPasskeyOf } from "#server/features/account/passkeys.ts";
import { verifyPassword } from "#server/features/account/passwords/password-hash.ts";
import { deleteAccount, sweepDeparted } from "./delete-account.ts";
import { exportArchive } from "./export-archive.ts";
import { discardPhoto } from "#server/features/photos/store-photo.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { recordAudit } from "#server/http/audit.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const taking = { who: "user", limits: [{ by: "account", max: 10, windowMs: HOUR }] } as const;
const leaving = { who: "user", limits: [{ by: "account", max: 10, windowMs: QUARTER }] } as const;

export const leavingRoutes: Route[] = [
  route(forgetBackups, { who: "operator" }, async ({ deps }) => {
    const forgotten = await deps.database.forgetBackups();
    if (forgotten === null) {
      const message =
        "Looby makes no backups of this database. Delete those that you have made of it by yourself, and make a new one.";
      throw new AppError("conflict", message);
    }
    await recordAudit(deps.database.kysely, { event: "backups.forgotten", actorId: null, objectId: null });
    return { at: forgotten.backup.at.toISOString(), deleted: forgotten.deleted };
  }),
  route(exportAccount, taking, async ({ actor, deps }) => {
    const day = new Date().toISOString().slice(0, 10);
    return new Response(ReadableStream.from(exportArchive(deps, actor.userId)), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="looby-${day}.zip"`,
        "x-content-type-options": "nosniff",
      },
    });
  }),
  route(deleteAccountCall, leaving, async ({ actor, body, db, deps, request, answer }) => {
    deps.database.assertWritable();
    await assertMeant(deps, actor, request.headers, body);
    const paths = await db.transaction().execute(async (tx) => {
      const refused = new AppError("unavailable", "Deleting did not work. Please try again.");
      // Called while the session still exists, so that its cookie is cleared, too.
      const { cookies } = await callLibrary(deps.accounts.auth, tx, { refused }, (api) =>
        api.signOut({ headers: request.headers, returnHeaders: true }),
      );
      const withdrawn = await deleteAccount(tx, actor, deps.accounts.ownedColumns);
      for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
      return withdrawn;
    });
    // The next sweeps delete the rows that cannot be deleted now.
    await sweepDeparted(deps, actor.userId).catch((error: unknown) =>
      deps.log.warn({ err: error }, "rows of a deleted account are left for the next sweep"),
    );
    for (const path of paths) await discardPhoto(deps, path);
    return { deleted: true };
  }),
];

/**
 * Possession of a user's phone does not prove the user's identity.
 * @throws AppError `invalid-credentials`
 */
async function assertMeant(
  deps: Deps,
  actor: Actor,
  headers: Headers,
  {
    password,
    credential,
  }: { password?: string | undefined; credential?: Record<string, unknown> | undefined },
): Promise<void> {
  const db = deps.database.kysely;
  if (credential !== undefined) return await verifyPasskeyOf(deps.accounts, db, actor, headers, credential);
  const hash = await findPasswordHash(db, actor.userId);
  if (password === undefined || hash === null || !(await verifyPassword(password, hash)))
    throw wrongPassword();
}

function wrongPassword(): AppError {
  const message = "That is not your password. Please try again.";
  return new AppError("invalid-credentials", message, { fields: [{ path: "password", message }] });
}
