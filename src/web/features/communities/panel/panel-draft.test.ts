import { expect, test } from "vitest";
import { changedFields, changesOf, draftWith, mergeDraft, type PanelDraft } from "./panel-draft.ts";

const base: PanelDraft = {
  name: "Lantern Works",
  description: "We keep the lights on.",
  address: "7:30 & Enchant",
  city: "Demo City",
  tags: "power, light",
  campId: "",
  joinQuestions: "What do you bring?",
  adminUsername: "lantern",
  adminPassword: "",
};

test("sends only the fields that differ", () => {
  expect(changedFields({ ...base, tags: " power,light, ", name: "Lantern Works " }, base)).toEqual([]);
  const draft = { ...base, tags: "power", campId: "camp-1", joinQuestions: "Who are you?\n\n Why? " };
  expect(changesOf(draft, base, 4)).toEqual({
    version: 4,
    tags: "power",
    campId: "camp-1",
    joinQuestions: ["Who are you?", "Why?"],
  });
  expect(changesOf({ ...base, adminPassword: " spaces count " }, base, 1)).toEqual({
    version: 1,
    adminUsername: "lantern",
    adminPassword: " spaces count ",
  });
});

test("shows the changes of a queued save and ignores unknown fields", () => {
  const body = {
    version: 3,
    campId: null,
    joinQuestions: ["Who?", "Why?"],
    tags: "glue",
    adminPassword: "x",
  };
  const expected = { ...base, campId: "", joinQuestions: "Who?\nWhy?", tags: "glue" };
  expect(draftWith({ ...base, campId: "camp-1" }, body)).toEqual(expected);
  for (const odd of [null, "words", 7, [], { name: 5, city: ["x"], other: "y" }])
    expect(draftWith(base, odd)).toEqual(base);
});

test("adopts the other admin's fields and lets the user decide about conflicts", () => {
  const mine = { ...base, description: "Mine.", city: "Dust City" };
  const theirs = { ...base, description: "Theirs.", address: "3:00 & Agog" };
  expect(mergeDraft(mine, base, theirs)).toEqual({
    draft: { ...base, description: "Mine.", city: "Dust City", address: "3:00 & Agog" },
    clashes: [{ field: "description", mine: "Mine.", theirs: "Theirs." }],
  });
  const same = { ...base, description: "Mine." };
  expect(mergeDraft(mine, base, same).clashes).toEqual([]);
});
