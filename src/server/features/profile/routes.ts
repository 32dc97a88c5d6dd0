import { artName } from "#shared/features/map/view/reach.ts";
import { getProfile, type RecentDiscovery } from "#shared/features/profile/contract.ts";
import { sessionUserOf } from "#server/features/account/arrival.ts";
import { companionsOf } from "#server/features/companions/roster.ts";
import { companionStateOf } from "#server/features/companions/service.ts";
import { photoView } from "#server/features/photos/signed-link.ts";
import { findStatus, type Found, listFound, listMemberships } from "./repository.ts";
import { type Route, route } from "#server/http/route.ts";

/** Number of found things shown in the profile. */
const RECENT = 6;
const types = { camp: "Camp", community: "Community", art: "Art", companion: "Companion" } as const;

export const profileRoutes: Route[] = [
  route(getProfile, { who: "user" }, async ({ actor, db, deps }) => {
    const { userId } = actor;
    const { pseudonym, email, phone } = await sessionUserOf(db, userId);
    const { memories, discoveries, since } = await findStatus(db, userId);
    const found = await listFound(db, userId, RECENT);
    const memberships = await listMemberships(db, userId);
    return {
      user: {
        pseudonym,
        email,
        phone,
        activeLoobricate: null,
        ...(await companionStateOf(db, actor)),
      },
      connectedLoobricates: memberships.map(({ photoPath, ...membership }) => ({
        ...membership,
        _id: membership.id,
        profilePhoto: photoPath === null ? null : photoView(deps, photoPath).url,
      })),
      discoveries: found.map((one) => discoveryView(one, deps.config.productName)),
      counts: { memories, discoveries },
      since: since?.toISOString() ?? null,
    };
  }),
];

function discoveryView({ kind, id, name, description, at }: Found, productName: string): RecentDiscovery {
  const known = knownOf(kind, id, productName);
  return {
    id,
    title: name ?? known?.name ?? null,
    type: types[kind],
    description: description || (known?.description ?? null),
    discoveredAt: at.toISOString(),
  };
}

/** Names and descriptions that are not in the database. */
function knownOf(kind: Found["kind"], id: string, productName: string) {
  if (kind === "art") return { name: artName(id), description: null };
  if (kind !== "companion") return null;
  return companionsOf(productName).find((companion) => companion.id === id) ?? null;
}
