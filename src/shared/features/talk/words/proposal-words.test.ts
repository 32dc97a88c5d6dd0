import { expect, test } from "vitest";
import { proposalAction, proposalSubject } from "./proposal-words.ts";

const borrow = {
  ability: "borrow",
  resourceId: "r1",
  title: "Honda generator",
  first: null,
  last: null,
} as const;

test("describes what a tap does, with its days and its place", () => {
  const days = { first: "2026-09-04", last: "2026-09-06" };
  expect(proposalAction(borrow)).toBe("Ask to borrow");
  expect(proposalSubject(borrow)).toBe("Honda generator");
  expect(proposalSubject({ ...borrow, ...days })).toBe("Honda generator · Fri 4 Sep to Sun 6 Sep");
  expect(proposalSubject({ ...borrow, first: "2026-09-04" })).toBe("Honda generator · Fri 4 Sep");
  const need = {
    ability: "post-need",
    words: "a ladder",
    place: "4:30 & E",
    first: null,
    last: null,
  } as const;
  expect(proposalSubject(need)).toBe("a ladder near 4:30 & E");
  expect(proposalSubject({ ...need, place: null, ...days })).toBe("a ladder · Fri 4 Sep to Sun 6 Sep");
  expect(proposalSubject({ ability: "share", thing: "", kind: null })).toBe("");
});
