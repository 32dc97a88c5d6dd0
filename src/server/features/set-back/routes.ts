import { findMissing } from "#shared/features/set-back/contract.ts";
import { unknownKeys } from "./repository.ts";
import { type Route, route } from "#server/http/route.ts";

const HOUR = 3_600_000;

export const setBackRoutes: Route[] = [
  route(
    findMissing,
    { who: "session", limits: [{ by: "session", max: 60, windowMs: HOUR }] },
    async ({ actor, body, db }) => ({ keys: await unknownKeys(db, actor.userId, body.keys) }),
  ),
];
