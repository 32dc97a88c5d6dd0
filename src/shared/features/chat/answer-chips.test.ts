import { expect, test } from "vitest";
import { chipsOf, withChips } from "./answer-chips.ts";
import { messageUi } from "./contract.ts";

const nearer = { label: "Nearer", say: "and closer?" };
const need = { ability: "post-need", words: "a ladder", place: "4:30 & E", first: null, last: null } as const;

test("shows chips beside an answer's offer, or alone", () => {
  expect(chipsOf(withChips(null, [nearer]))).toEqual([nearer]);
  const offer = withChips({ type: "proposal", proposal: need }, [nearer]);
  expect(offer).toMatchObject({ type: "proposal", proposal: need });
  expect(chipsOf(offer)).toEqual([nearer]);
  expect(messageUi.safeParse(offer).success).toBe(true);
});

test("adds no chips to help cards or for an empty list", () => {
  const help = { type: "help-card", kind: "emergency" } as const;
  expect(withChips(help, [nearer])).toEqual(help);
  expect(withChips(null, [])).toBeNull();
  expect(chipsOf(help)).toEqual([]);
});

test("shows at most six chips, the limit of the contract", () => {
  const eight = Array.from({ length: 8 }, () => nearer);
  expect(chipsOf(withChips(null, eight))).toHaveLength(6);
  expect(messageUi.safeParse({ type: "chips", chips: eight }).success).toBe(false);
  expect(messageUi.safeParse({ type: "chips", chips: [] }).success).toBe(false);
  expect(messageUi.safeParse({ type: "chips", chips: [{ label: "Nearer", say: "" }] }).success).toBe(false);
});

test("rejects a proposal with an unknown ability or invalid days", () => {
  const borrow = {
    ability: "borrow",
    resourceId: "r1",
    title: "Honda generator",
    first: "2026-09-04",
    last: null,
  };
  const isValid = (proposal: object) => messageUi.safeParse({ type: "proposal", proposal }).success;
  expect(isValid(borrow)).toBe(true);
  expect(isValid({ ...borrow, first: "friday" })).toBe(false);
  expect(isValid({ ...borrow, ability: "steal" })).toBe(false);
  expect(isValid({ ability: "share", thing: "", kind: "camp" })).toBe(false);
});
