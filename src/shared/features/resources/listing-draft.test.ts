import { expect, test } from "vitest";
import { checkListing, type ListingDraft } from "./listing-draft.ts";

const good: ListingDraft = {
  communityId: "circle",
  type: "gear",
  title: "Lamp",
  description: "It glows.",
  tags: [],
  contact: "",
  address: { text: "", place: null },
  availability: "available",
};
const empty: ListingDraft = { ...good, communityId: "", title: " ", description: "\n" };

test("accepts a complete draft in every form, requiring a photo only on the Add Entry page", () => {
  expect(checkListing("resource", good, 0, "Loobricate")).toEqual({});
  expect(checkListing("edit", good, 0, "Loobricate")).toEqual({});
  expect(checkListing("entry", good, 1, "Loobricate")).toEqual({});
});

test("reports missing fields of the library's form, the community first", () => {
  expect(Object.entries(checkListing("resource", { ...empty, type: null }, 0, "Camp"))).toEqual([
    ["community", "Please select a Camp"],
    ["type", "Missing required fields"],
    ["title", "Missing required fields"],
    ["description", "Missing required fields"],
  ]);
});

test("reports missing fields of the Add Entry page, by the type's name", () => {
  expect(checkListing("entry", empty, 0, "Loobricate")).toEqual({
    community: "Please select a Loobricate community",
    title: "Gear name is required",
    description: "Description is required",
    photos: "Please add at least one photo",
  });
  const titleOf = (type: ListingDraft["type"]) =>
    checkListing("entry", { ...empty, type }, 0, "Circle").title;
  expect([titleOf("venue"), titleOf("talent")]).toEqual([
    "Location name is required",
    "Talent name is required",
  ]);
});

test("rejects a written address that is no place", () => {
  const address = { text: "nowhere", place: null };
  expect(checkListing("entry", { ...good, address }, 1, "Circle")).toEqual({
    address: "Please select a valid address from the suggestions",
  });
});

test("reports missing fields of the edit form, only those it shows", () => {
  expect(checkListing("edit", empty, 0, "Loobricate")).toEqual({
    title: "Title is required",
    description: "Description is required",
  });
});

test.each([["x".repeat(41)], Array.from({ length: 21 }, (_, index) => `tag ${index}`)])(
  "rejects tags that the server rejects",
  (...tags) => {
    expect(checkListing("entry", { ...good, tags }, 1, "Circle")).toEqual({
      tags: "At most 20 tags of 40 characters each",
    });
  },
);
