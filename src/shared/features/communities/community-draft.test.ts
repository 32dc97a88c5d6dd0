import { expect, test } from "vitest";
import { checkCommunityDraft } from "./community-draft.ts";

test("reports missing fields in the specification's words", () => {
  const good = {
    name: "Tea Tent",
    description: "Tea.",
    adminUsername: "keeper",
    adminPassword: "12345678",
    address: { text: "7:30 & E", place: {} },
  };
  expect(checkCommunityDraft(good, "Loobricate")).toEqual({});
  const empty = { name: " ", description: "", adminUsername: "", adminPassword: "" };
  expect(checkCommunityDraft({ ...empty, address: { text: "Berlin", place: null } }, "Loobricate")).toEqual({
    address: "Please select a valid address from the suggestions",
    name: "Loobricate name is required",
    adminUsername: "Admin username is required",
    adminPassword: "Admin password is required",
    description: "Description is required",
  });
  expect(checkCommunityDraft({ ...good, adminUsername: " " }, "Loobricate")).toEqual({
    adminUsername: "Admin username is required",
  });
  expect(checkCommunityDraft({ ...good, adminPassword: "" }, "Loobricate")).toEqual({
    adminPassword: "Admin password is required",
  });
  expect(checkCommunityDraft({ ...good, adminPassword: "1234567" }, "Loobricate")).toEqual({
    adminPassword: "Password must be at least 8 characters long",
  });
});
