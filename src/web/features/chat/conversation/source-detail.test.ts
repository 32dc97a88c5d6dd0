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

test("a place is shown with the walking time in minutes", () => {
  expect(sourceDetail(source)).toBe("7:30 & Delight, 4 min walk");
  expect(sourceDetail({ ...source, distanceM: 5 })).toBe("7:30 & Delight, 1 min walk");
});

test("without a place the kind is shown, and without a distance no time", () => {
  expect(sourceDetail({ ...source, kind: "memory", place: null, distanceM: null })).toBe("Your memory");
});
