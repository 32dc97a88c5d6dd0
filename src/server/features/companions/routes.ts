import {
  chooseCompanion,
  discoverCompanions,
  getGuide,
  issueCompanionTag,
  listCompanions,
  meetCompanion,
} from "#shared/features/companions/contract.ts";
import { choose, codeOf, type CountAnswers, discover, viewCompanions } from "./service.ts";
import { listGuide } from "#server/features/search/repository.ts";
import { assertOperator } from "#server/http/operator.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE = 60_000;

/** A choice belongs to its user. The user comes from the session; a path that names another user is refused. */
const mine = { who: "session", object: { allow: ["owner"], denied: "forbidden" } } as const;
/** Discovering is cheap. Guessing a code of 128 random bits is hopeless, but is limited as well. */
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
    route(meetCompanion, looking, async ({ actor, body, db, deps: { config } }) =>
      discover(db, actor, body, config.productName),
    ),
    route(issueCompanionTag, { who: "public", pace: 60 }, async ({ body, db, deps, request }) => {
      const { config } = deps;
      assertOperator(deps, request.headers.get("authorization"));
      const { name, code } = await codeOf(db, body.companion, config.productName);
      return { name, code, origin: config.publicUrl };
    }),
  ];
}
