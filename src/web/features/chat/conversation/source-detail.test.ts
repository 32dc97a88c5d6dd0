import { expect, test } from "vitest";
import type { Source } from "#shared/features/chat/contract.ts";
import { sourceDetail } from "./source-detail.ts";

const source: Source = {
  sourceId: "camp:1",
  kind: "camp",
  title: "Spoke Asylum",
  place: "7:30 & Delight",
  distanceM: 330,
  excerpt: "",
};

test("a place is named with the minutes on foot", () => {
  expect(sourceDetail(source)).toBe("7:30 & Delight, 4 min walk");
  expect(sourceDetail({ ...source, distanceM: 5 })).toBe("7:30 & Delight, 1 min walk");
});

test("without a place it says what it is, without a distance it leaves it out", () => {
  expect(sourceDetail({ ...source, kind: "memory", place: null, distanceM: null })).toBe("Your memory");
});
