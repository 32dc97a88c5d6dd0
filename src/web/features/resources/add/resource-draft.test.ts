import { expect, test } from "vitest";
import { checkResourceDraft, type ResourceDraft } from "./resource-draft.ts";

const complete: ResourceDraft = {
  communityId: "c1",
  type: "gear",
  title: "Generator",
  description: "2 kW, quiet",
  tags: "",
  contact: "",
  location: null,
  photos: [],
};

test("a complete draft passes; tags and photos are optional", () => {
  expect(checkResourceDraft(complete, "Loobricate")).toBeNull();
});

test("the community is asked for first, by its label on this server", () => {
  expect(checkResourceDraft({ ...complete, communityId: "", title: "" }, "Camp")).toBe(
    "Please select a Camp",
  );
});

test.each([{ type: null }, { title: "  " }, { description: "\n" }])("%o is missing something", (part) => {
  expect(checkResourceDraft({ ...complete, ...part }, "Loobricate")).toBe("Missing required fields");
});
