import { rank } from "../search/ranking.ts";
import { type Retrieved, retrievedOf } from "#shared/features/chat/retrieved.ts";
import { bestOfEach, planSearch } from "../search/search-plan.ts";
import { withWhy } from "#shared/features/chat/why.ts";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import { toLocal } from "#shared/features/map/city/geometry.ts";
import type { DocumentKind } from "#shared/features/search/document.ts";
import { findInIndex } from "#shared/features/search/document-index.ts";
import type { Copy } from "./copy-world.ts";

/** As many results as on the server, for an answer to choose from. */
const CANDIDATES = 24;

/** The items a plain question finds in a phone's copy, best first: the server's search (`planSearch`) without comparing meanings. */
export function searchCopy(
  copy: Pick<Copy, "city" | "index" | "notes" | "connected">,
  question: string,
): Retrieved[] {
  const { index, notes, connected } = copy;
  const { near, wordings, kindsFirst, question: words } = planSearch(copy.city, question);
  const from = near === null ? null : toLocal(copy.city, near);
  const metresFrom =
    from === null
      ? null
      : (place: GeoPoint) => {
          const to = toLocal(copy.city, place);
          return Math.hypot(to.x - from.x, to.y - from.y);
        };
  const find = (kinds: readonly DocumentKind[] | null) =>
    bestOfEach(
      wordings.flatMap(({ text }) =>
        findInIndex(index, { text, kinds, metresFrom, connected, limit: CANDIDATES }),
      ),
    );
  const library = kindsFirst === null ? [] : find(kindsFirst);
  const hits = library.length > 0 ? library : find(null);
  const asked = wordings.map(({ text }) => text).join(" ");
  const found = hits.map((hit) => retrievedOf(copy.city, hit, notes.get(hit.id)));
  return rank(words, found).map((each) => withWhy(asked, each));
}
