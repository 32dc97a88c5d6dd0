import {
  chooseCompanion,
  discoverCompanions,
  getGuide,
  listCompanions,
} from "#shared/features/companions/contract.ts";
import { choose, type CountAnswers, discover, viewCompanions } from "#server/features/companions/service.ts";
import { listGuide } from "#server/features/search/repository.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE = 60_000;

/** A choice is its person's alone. Whose it is comes from the session; a path that names another is refused. */
const mine = { who: "session", object: { allow: ["owner"], denied: "forbidden" } } as const;
/** Looking around is cheap; guessing codes of 128 random bits is hopeless, and still not for free. */
const looking = { who: "user", limits: [{ by: "account", max: 30, windowMs: MINUTE }] } as const;

export function companionRoutes(countAnswers: CountAnswers): Route[] {
  return [
    route(listCompanions, { who: "session" }, async ({ actor, db, deps: { config } }) =>
      viewCompanions(db, actor, { productName: config.productName, countAnswers }),
    ),
    route(getGuide, { who: "public" }, async ({ db }) => ({ sections: await listGuide(db) })),
    route(chooseCompanion, mine, async ({ actor, body, db, deps: { config } }) =>
      choose(db, actor, body, config.productName),
    ),
    route(discoverCompanions, looking, async ({ actor, body, db, deps: { config, database } }) => {
      database.assertWritable();
      return await discover(db, actor, body.trigger, config.productName);
    }),
  ];
}
