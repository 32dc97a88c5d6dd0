import { expect, test } from "vitest";
import { resourceDocument } from "#shared/features/search/documents.ts";
import { smallWorld } from "../testing/small-world.ts";
import { noIntent } from "../understand/intent.ts";
import { answerFind } from "./answer-find.ts";

function worldWith(titles: readonly string[]) {
  const place = { address: null, latitude: null, longitude: null };
  return smallWorld(
    titles.map((title, at) =>
      resourceDocument({ id: String(at), communityId: "camp", title, description: "", tags: [], ...place }),
    ),
  );
}

test("ranks an item by the better of two wordings, its own and the library's", async () => {
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
