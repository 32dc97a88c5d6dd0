import { expect, test } from "vitest";
import type { ModelOffer } from "#shared/features/models/contract.ts";
import { answeredBy, modelOptions } from "./model-options.ts";

const models: ModelOffer[] = [
  { label: "This server's own model", id: "llama3.2", status: "unknown", replacedBy: null },
  { label: "GPT 4", id: "openai/gpt-4", status: "available", replacedBy: null },
  { label: "phi4", id: "phi4", status: "available", replacedBy: null },
];
const earlier: ModelOffer[] = [
  { label: "Mistral 7B", id: "mistralai/ministral-8b-2512", status: "replaced", replacedBy: "x" },
  { label: "Gemma 7B", id: "openrouter/free", status: "gone", replacedBy: "openrouter/free" },
];
const menu = { models, earlier };
const own = { value: "This server's own model", label: "This server's own model (llama3.2)" };

test("lists the models of the server, and an earlier choice only for its user, with the one that answers", () => {
  const offered = [own, { value: "GPT 4", label: "GPT 4" }, { value: "phi4", label: "phi4" }];
  expect(modelOptions(menu, ["GPT 4", "phi4"])).toEqual(offered);
  expect(modelOptions(menu, ["Gemma 7B", "GPT 4"])).toEqual([
    ...offered,
    { value: "Gemma 7B", label: "Gemma 7B (gone, now openrouter/free)" },
  ]);
  expect(modelOptions(menu, ["Mistral 7B", "Mistral 7B"]).at(-1)?.label).toBe(
    "Mistral 7B (now mistralai/ministral-8b-2512)",
  );
  expect(answeredBy(menu, "GPT 4")).toContain("openai/gpt-4");
  expect(answeredBy(menu, "Gemma 7B")).toBe("No longer offered: openrouter/free answers instead.");
});

test("marks a chosen id that the provider no longer lists", () => {
  expect(modelOptions(menu, ["gone/model"]).at(-1)?.label).toBe("gone/model (not offered)");
  expect(answeredBy(menu, "gone/model")).toBe("Not offered here any more: choose another model.");
});

test("lists the server's own model and the choice without the server's response", () => {
  expect(modelOptions(undefined, ["phi4", "This server's own model"]).map(({ label }) => label)).toEqual([
    "This server's own model",
    "phi4",
  ]);
  expect(answeredBy(undefined, "GPT 4")).toBeNull();
});
