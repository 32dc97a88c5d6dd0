import { expect, test } from "vitest";
import { checkEntryDraft } from "./entry-draft.ts";

const good = {
  communityId: "circle",
  type: "gear",
  title: "Lamp",
  description: "It glows.",
  photos: ["one"],
  address: { text: "", place: null },
} as const;

test("missing fields are reported in the specification's words", () => {
  expect(checkEntryDraft(good, "Loobricate")).toEqual({});
  const empty = { ...good, communityId: "", title: " ", description: "\n", photos: [] };
  expect(checkEntryDraft(empty, "Loobricate")).toEqual({
    community: "Please select a Loobricate community",
    title: "Gear name is required",
    description: "Description is required",
    photos: "Please add at least one photo",
  });
  expect(checkEntryDraft({ ...empty, type: "venue" }, "Circle")).toMatchObject({
    community: "Please select a Circle community",
    title: "Location name is required",
  });
  expect(checkEntryDraft({ ...empty, type: "talent" }, "Circle").title).toBe("Talent name is required");
  expect(checkEntryDraft({ ...good, address: { text: "nowhere", place: null } }, "Circle")).toEqual({
    address: "Please select a valid address from the suggestions",
  });
});
