import { passwordWeakness } from "#shared/features/account/password-rules.ts";
import { createCommunity } from "#shared/features/communities/create-contract.ts";
import { hashPassword } from "#server/features/account/passwords/password-hash.ts";
import { foundCommunity } from "./create.ts";
import { communityView } from "../view.ts";
import { viewerOf } from "../people/authorize.ts";
import { AppError } from "#server/http/app-error.ts";
import { preparedRoute, type Route } from "#server/http/route.ts";

const HOUR_MS = 3_600_000;

export const createRoutes: Route[] = [
  preparedRoute(
    createCommunity,
    { who: "user", limits: [{ by: "account", max: 20, windowMs: HOUR_MS }] },
    {
      async prepare({ body }) {
        const { adminUsername: username, adminPassword } = body;
        const message = passwordWeakness(adminPassword, username);
        if (message !== null)
          throw new AppError("invalid-input", message, { fields: [{ path: "adminPassword", message }] });
        return { username, passwordHash: await hashPassword(adminPassword) };
      },
      async handle({ actor, body, db, deps, prepared }) {
        return await db.transaction().execute(async (tx) => {
          const record = await foundCommunity(tx, actor, body, prepared);
          const viewer = await viewerOf(tx, actor, [record]);
          return communityView(record, viewer, deps);
        });
      },
    },
  ),
];
