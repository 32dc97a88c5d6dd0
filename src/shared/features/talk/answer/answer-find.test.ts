import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { indexDocuments } from "#shared/features/search/document-index.ts";
import { resourceDocument } from "#shared/features/search/documents.ts";
import { noIntent } from "../understand/intent.ts";
import { answerFind } from "./answer-find.ts";
import { worldOfCopy } from "./copy-world.ts";

function worldWith(titles: readonly string[]) {
  const place = { address: null, latitude: null, longitude: null };
  return worldOfCopy({
    productName: "Looby",
    city: specCity,
    clock: { now: new Date("2027-09-02T21:40:00-07:00"), zone: "America/Los_Angeles" },
    me: null,
    home: null,
    services: [],
    communities: [],
    own: async () => null,
    events: async () => null,
    index: indexDocuments(
      titles.map((title, at) =>
        resourceDocument({ id: String(at), communityId: "camp", title, description: "", tags: [], ...place }),
      ),
    ),
    needs: new Set(),
    connected: [],
    facts: new Map(),
  });
}

test("an item counts with the better of two wordings, its own and the library's", async () => {
  const world = worldWith([
    "Lead singer",
    "Power tools",
    "Power metal lead sheets",
    "Extension cord and cable",
  ]);
  const { parts } = await answerFind(world, { ...noIntent, ability: "find", what: "power extension lead" });
  const [first] = parts.flatMap(({ items }) => items);
  expect(first?.source.title).toBe("Extension cord and cable");
});
