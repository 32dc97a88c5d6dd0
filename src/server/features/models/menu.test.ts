import { expect, test } from "vitest";
import { modelLabels, OWN_MODEL } from "#shared/features/models/labels.ts";
import { candidatesFor, type Knowledge, offersFor } from "./menu.ts";

const unknown: Knowledge = { configured: "llama3.2", listed: null, refused: new Set() };
const autumn: Knowledge = {
  configured: "openai/gpt-4o-mini",
  listed: new Set([
    "openrouter/free",
    "openai/gpt-4",
    "openai/gpt-3.5-turbo-0613",
    "google/gemma-4-26b-a4b-it:free",
    "meta-llama/llama-3.3-70b-instruct",
  ]),
  refused: new Set(),
};

test("replaces missing models, but never a free label by a paid model", () => {
  const offers = new Map(offersFor(autumn, "user").map((offer) => [offer.label, offer]));
  expect([...offers.keys()]).toEqual([...modelLabels, OWN_MODEL]);
  expect(offers.get("GPT 4")).toMatchObject({ id: "openai/gpt-4", status: "available", replacedBy: null });
  expect(offers.get("GPT 3.5 Turbo")).toMatchObject({
    id: "openai/gpt-3.5-turbo-0613",
    status: "replaced",
    replacedBy: "openai/gpt-3.5-turbo-0613",
  });
  expect(offers.get("Llama 3.3 70B free")).toMatchObject({ id: "openrouter/free", status: "replaced" });
  expect(offers.get("Mixtral 8x7B")).toMatchObject({
    id: "openrouter/free",
    status: "gone",
    replacedBy: "openrouter/free",
  });
  expect(offers.get(OWN_MODEL)).toMatchObject({ id: "openai/gpt-4o-mini", status: "unknown" });
});

test("answers with the operator's model when the provider has other models", () => {
  const ollama = {
    configured: "llama3.2",
    listed: new Set(["llama3.2", "phi4"]),
    refused: new Set<string>(),
  };
  for (const { label, id, status } of offersFor(ollama, "user")) {
    expect({ label, id, status }).toEqual({
      label,
      id: "llama3.2",
      status: label === OWN_MODEL ? "available" : "gone",
    });
  }
});

test("tries the label's own model first when the provider has no list", () => {
  expect(offersFor(unknown, "user").every(({ status }) => status === "unknown")).toBe(true);
  expect(candidatesFor("Mistral 7B", unknown, "user")).toEqual(["mistralai/mistral-7b-instruct", "llama3.2"]);
  const refused = new Set(["mistralai/mistral-7b-instruct"]);
  expect(candidatesFor("Mistral 7B", { ...unknown, refused }, "user")).toEqual([
    "mistralai/ministral-8b-2512",
    "llama3.2",
  ]);
});

test("accepts labels in any spelling, ids exactly and no other choice", () => {
  expect(candidatesFor("gpt-4", autumn, "user")?.[0]).toBe("openai/gpt-4");
  expect(candidatesFor("openai/gpt-3.5-turbo-0613", autumn, "user")?.[0]).toBe("openai/gpt-3.5-turbo-0613");
  expect(candidatesFor(null, autumn, "user")).toEqual(["openai/gpt-4o-mini", "openrouter/free"]);
  expect(candidatesFor("OpenAI/gpt-4o-mini".toLowerCase(), autumn, "user")?.[0]).toBe("openai/gpt-4o-mini");
  for (const asked of ["", " ", "gpt-5", "openai/o1-pro", "__proto__", "constructor", "meta-llama"]) {
    expect(candidatesFor(asked, autumn, "user"), asked).toBeNull();
  }
});

test("lets a visitor choose free models and the operator's own model", () => {
  expect(candidatesFor("GPT 4", autumn, "visitor")).toEqual(["openrouter/free", "openai/gpt-4o-mini"]);
  expect(candidatesFor("Gemma 7B", autumn, "visitor")?.[0]).toBe("google/gemma-4-26b-a4b-it:free");
  expect(candidatesFor("GPT 4", unknown, "visitor")).toEqual(["llama3.2"]);
  expect(offersFor(autumn, "visitor").find(({ label }) => label === "GPT 4")).toMatchObject({
    id: "openrouter/free",
    status: "replaced",
  });
});
