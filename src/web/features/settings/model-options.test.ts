import { expect, test } from "vitest";
import type { ModelOffer } from "#shared/features/models/contract.ts";
import { answeredBy, modelOptions } from "./model-options.ts";

const offers: ModelOffer[] = [
  { label: "GPT 4", id: "openai/gpt-4", status: "available", replacedBy: null },
  { label: "Mistral 7B", id: "mistralai/ministral-8b-2512", status: "replaced", replacedBy: "x" },
  { label: "Gemma 7B", id: "openrouter/free", status: "gone", replacedBy: "openrouter/free" },
  { label: "This server's own model", id: "llama3.2", status: "unknown", replacedBy: null },
];

test("marks a missing or replaced model and names the one that answers instead", () => {
  expect(modelOptions(offers).map(({ label }) => label)).toEqual([
    "GPT 4",
    "Mistral 7B (now mistralai/ministral-8b-2512)",
    "Gemma 7B (gone, now openrouter/free)",
    "This server's own model (llama3.2)",
  ]);
  expect(modelOptions(offers).map(({ value }) => value)).toEqual(offers.map(({ label }) => label));
  expect(answeredBy(offers, "GPT 4")).toContain("openai/gpt-4");
  expect(answeredBy(offers, "Gemma 7B")).toBe("No longer offered: openrouter/free answers instead.");
});

test("lists only the names without the server's response", () => {
  expect(modelOptions(undefined)).toHaveLength(8);
  expect(modelOptions(undefined)[0]).toEqual({ value: "Llama 3.3 70B free", label: "Llama 3.3 70B free" });
  expect(answeredBy(undefined, "GPT 4")).toBeNull();
  expect(answeredBy(offers, "a name nobody knows")).toBeNull();
});
