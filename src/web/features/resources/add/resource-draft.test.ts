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

test("a complete draft is valid; tags and photos are optional", () => {
  expect(checkResourceDraft(complete, "Loobricate")).toEqual({});
});

test("a missing community is reported first, by its label on this server", () => {
  const wrong = checkResourceDraft({ ...complete, communityId: "", title: "" }, "Camp");
  expect(Object.values(wrong)).toEqual(["Please select a Camp", "Missing required fields"]);
});

test.each([{ type: null }, { title: "  " }, { description: "\n" }])("%o is missing something", (part) => {
  const [field] = Object.keys(part);
  expect(checkResourceDraft({ ...complete, ...part }, "Loobricate")).toEqual({
    [String(field)]: "Missing required fields",
  });
});
