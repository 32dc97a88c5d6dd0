import { queriesOf } from "#web/lib/server/queries-of.ts";

const query = queriesOf(() => import("#shared/features/needs/contract.ts"));

export const needQueries = {
  shared: () => query(["needs", "shared"], (all) => all.listNeeds, {}, ({ needs }) => needs),
  mine: () => query(["needs", "mine"], (all) => all.listMyNeeds, {}, ({ needs }) => needs),
};
