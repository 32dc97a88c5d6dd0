import { expect, test } from "vitest";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { type Intent, noIntent } from "../understand/intent.ts";
import { countedNoun } from "../words/counted-noun.ts";
import { presentationFor } from "./found-in-words.ts";

const near: Partial<Intent> = { near: { kind: "address", address: parseAddress("7:30"), words: "7:30" } };

test("opens with the kind, the number and the place of the results", () => {
  const two = [hit("Honda generator"), hit("Quiet 2 kW generator", { distanceM: 90 })];
  expect(lead({ what: "generator", ...near }, two)).toBe("Two generators near 7:30");
  expect(lead({ what: "a generator" }, two.slice(0, 1))).toBe("One generator");
  expect(lead({ what: "generators", near: { kind: "me" } }, two)).toBe("Two generators near you");
  expect(lead({ what: "generator", near: { kind: "named", name: "Camp *X*" } }, two)).toBe(
    String.raw`Two generators near Camp \*X\*`,
  );
  expect(lead({ what: "generator", compared: "closer" }, two)).toBe("Two generators, nearest first");
});

test("claims no more than is true", () => {
  const far = hit("Honda generator", { distanceM: 2_400 });
  expect(lead({ what: "generator", ...near }, [far])).toBe("One generator");
  const other = hit("Dynamo & Sunbeam", { kind: "camp" });
  expect(lead({ what: "generator", ...near }, [hit("Honda generator"), other, other])).toBe(
    "One generator near 7:30, and two more that may help",
  );
  expect(lead({ what: "generator" }, [other, hit("Solar panel")])).toBe("Two things that fit");
  expect(lead({ what: "generator" }, [hit("Our generator note", { kind: "memory" })])).toBe(
    "One note of yours that fits",
  );
  expect(lead({ what: "water" }, [hit("Water tank")])).toBe("One thing that fits");
  expect(lead({ what: "generator" }, [hit("Honda generator")], "likely")).toBe(
    "One generator that could fit",
  );
  expect(lead({ what: "quiet" }, [other, other])).toBe("Two camps that fit");
  expect(lead({ what: "", sought: "camp", ...near }, [other, other])).toBe("Two camps near 7:30");
  expect(lead({ what: "", sought: "venue" }, [hit("Dome")])).toBe("One place that fits");
});

test("ranks requested things before mere mentions, in the requested order", () => {
  const hits = [hit("Dynamo & Sunbeam", { kind: "camp" }), hit("Honda generator")];
  const titles = (asked: Partial<Intent>) =>
    searchAnswer(hits, presentationFor({ ...noIntent, ...asked }, specCity)).parts.flatMap(({ items }) =>
      items.map(({ source }) => source.title),
    );
  expect(titles({ what: "generator" })).toEqual(["Honda generator", "Dynamo & Sunbeam"]);
  expect(titles({ what: "generator", compared: "closer" })).toEqual(["Dynamo & Sunbeam", "Honda generator"]);
});

test("sorts cards by distance from a place, things that cannot be borrowed last", () => {
  const hits = [
    hit("Honda generator", { distanceM: 900 }),
    hit("Tiny generator", { distanceM: 30 }),
    { ...hit("Lent generator", { distanceM: 10 }) },
    hit("Solar panel", { distanceM: 20 }),
  ];
  const lent = hits[2];
  if (lent !== undefined)
    lent.source.lending = { state: "out", until: null, on: "2026-09-01", at: "2026-09-01T10:00:00Z" };
  const titles = (asked: Partial<Intent>) =>
    searchAnswer(hits, presentationFor({ ...noIntent, ...asked }, specCity)).parts.flatMap(({ items }) =>
      items.map(({ source }) => source.title),
    );
  expect(titles({ what: "generator", ...near })).toEqual([
    "Tiny generator",
    "Honda generator",
    "Lent generator",
  ]);
  expect(titles({ what: "power for my fridge", ...near })).toEqual([
    "Solar panel",
    "Tiny generator",
    "Honda generator",
  ]);
  expect(titles({ what: "generator" })).toEqual(["Honda generator", "Tiny generator", "Lent generator"]);
});

test.each([
  ["generator", "generator", "generators"],
  ["two extension cords", "extension cord", "extension cords"],
  ["a battery", "battery", "batteries"],
  ["wrench", "wrench", "wrenches"],
  ["boxes", "box", "boxes"],
  ["camp", "camp", "camps"],
])("counts %s: one %s, two %s", (words, one, many) => {
  expect(countedNoun(words)).toEqual({ one, many });
});

test.each(["", "water", "fix my bike", "chairs for our camp", "scissors", "2 kW generator", "some rope"])(
  "does not count %s",
  (words) => {
    expect(countedNoun(words)).toBeNull();
  },
);

function lead(asked: Partial<Intent>, shown: Retrieved[], confidence: "sure" | "likely" = "sure"): string {
  return presentationFor({ ...noIntent, ...asked }, specCity).lead(shown, confidence);
}

function hit(
  title: string,
  { kind = "resource", distanceM = 140 }: { kind?: "resource" | "camp" | "memory"; distanceM?: number } = {},
): Retrieved {
  return {
    source: {
      sourceId: `${kind}:${title}`,
      kind,
      title,
      place: "7:30 & E",
      distanceM,
      excerpt: "",
    },
    body: "",
    score: 1,
    at: null,
    keywordShare: 1,
    cosine: null,
  };
}
