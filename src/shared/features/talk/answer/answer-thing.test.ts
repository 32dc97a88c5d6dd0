import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { resourceDocument } from "#shared/features/search/documents.ts";
import { smallWorld } from "../testing/small-world.ts";
import { type Intent, noIntent } from "../understand/intent.ts";
import type { ListingFacts } from "./ability-world.ts";
import { answerIntent } from "./answer-talk.ts";
import { answerAvailability, answerDetails } from "./answer-thing.ts";

const titles = { pot: "Soup pot, 40 l", folding: "Loaner bike, folding", chairs: "12 folding chairs" };
const facts: ListingFacts = {
  type: "gear",
  availability: "available",
  loans: [],
  ownerName: "Ines",
  isMine: false,
};
const place = { address: null, latitude: null, longitude: null };
const world = smallWorld(
  Object.entries(titles).map(([id, title]) =>
    resourceDocument({ id, communityId: "camp", title, description: "", tags: [], ...place }),
  ),
  {
    services: servicesOf(specCity),
    ownLines: async (which) =>
      which === "loans"
        ? [{ sourceId: "resource:pot", text: "Soup pot, Wed 1 Sep to Fri 3 Sep, from Ines" }]
        : [],
    facts: new Map(Object.keys(titles).map((id) => [`resource:${id}`, facts])),
  },
);

async function textOf(answer: typeof answerDetails, asked: Partial<Intent>): Promise<string> {
  const { parts } = await answer(world, { ...noIntent, ...asked });
  return parts.map(({ text }) => text).join("");
}

test("finds a thing by its name without the size given with it", async () => {
  expect(await textOf(answerAvailability, { ability: "availability", what: "big pot" })).toContain(
    "**Soup pot, 40 l** is free",
  );
});

test("prefers a thing of the kind just discussed among several of that name", async () => {
  const beside = { sourceId: "resource:cruiser", title: "Loaner bike, blue cruiser" };
  expect(await textOf(answerAvailability, { ability: "availability", what: "foldy", beside })).toContain(
    "**Loaner bike, folding** is free",
  );
});

test("shows until when the user has borrowed a thing", async () => {
  const item = { sourceId: "resource:pot", title: titles.pot };
  expect(await textOf(answerDetails, { ability: "details", topic: "time", item })).toBe(
    "Soup pot, Wed 1 Sep to Fri 3 Sep, from Ines. [^resource:pot]",
  );
});

test("shows where a service is and when it is open", async () => {
  const from = { kind: "named", name: "loaner bike" } as const;
  expect(
    await textOf(answerDetails, { ability: "details", what: "med tent", topic: "time", near: from }),
  ).toMatch(/Medical tent/);
});

test("takes the shown item that the user describes, and asks when none fits", async () => {
  const among = [
    { sourceId: "resource:pot", title: titles.pot },
    { sourceId: "resource:chairs", title: titles.chairs },
  ];
  const choose = async (described: string) =>
    await answerIntent(world, { ...noIntent, ability: "availability", described, among }, "");
  expect((await choose("soup")).parts[0]?.text).toContain(titles.pot);
  expect((await choose("wheels")).choices).toHaveLength(2);
});
