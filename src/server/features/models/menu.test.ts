import { expect, test } from "vitest";
import { OWN_MODEL } from "#shared/features/models/labels.ts";
import { candidatesFor, type Knowledge, menuFor } from "./menu.ts";

const unknown: Knowledge = { configured: "llama3.2", isLocal: false, listed: null, refused: new Set() };
const autumn: Knowledge = {
  configured: "openai/gpt-4o-mini",
  isLocal: false,
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
  const offers = new Map(menuFor(autumn, "user").earlier.map((offer) => [offer.label, offer]));
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
});

test("offers the own model first, then labels with their own model, then the provider's free models", () => {
  const { models, earlier } = menuFor(autumn, "user");
  expect(models).toEqual([
    { label: OWN_MODEL, id: "openai/gpt-4o-mini", status: "unknown", replacedBy: null },
    { label: "GPT 4", id: "openai/gpt-4", status: "available", replacedBy: null },
    ...["google/gemma-4-26b-a4b-it:free", "openrouter/free"].map((id) => ({
      label: id,
      id,
      status: "available",
      replacedBy: null,
    })),
  ]);
  expect(earlier.map(({ label }) => label)).toEqual([
    "Llama 3.3 70B free",
    "GPT 3.5 Turbo",
    "Mixtral 8x7B",
    "Mistral 7B",
    "Gemma 7B",
    "DeepSeek Llama 70B free",
  ]);
});

const market = Array.from({ length: 60 }, (_, index) => `m/${index + 10}${index < 55 ? ":free" : ""}`);

test("offers at most 50 free models, none that the provider refused or that gives no answers", () => {
  const listed = new Set(["own", "m/embed:free", ...market.toReversed()]);
  const { models } = menuFor(
    { configured: "own", isLocal: false, listed, refused: new Set(["m/10:free"]) },
    "user",
  );
  expect(models.map(({ label }) => label)).toEqual([OWN_MODEL, ...market.slice(1, 51)]);
});

test("accepts no paid model of another provider", () => {
  const knowledge = {
    configured: "own",
    isLocal: false,
    listed: new Set(["own", ...market]),
    refused: new Set<string>(),
  };
  expect(candidatesFor("m/69", knowledge, "user")).toBeNull();
  expect(candidatesFor("m/12:free", knowledge, "user")).toEqual(["m/12:free", "own"]);
});

test("offers only the own model when the provider has no list", () => {
  expect(menuFor(unknown, "user").models).toEqual([
    { label: OWN_MODEL, id: "llama3.2", status: "unknown", replacedBy: null },
  ]);
});

test("answers with the operator's model when the provider has other models", () => {
  const ollama = {
    configured: "llama3.2",
    isLocal: true,
    listed: new Set(["llama3.2", "phi4"]),
    refused: new Set<string>(),
  };
  const { models, earlier } = menuFor(ollama, "user");
  expect(models.map(({ label, id, status }) => [label, id, status])).toEqual([
    [OWN_MODEL, "llama3.2", "available"],
    ["phi4", "phi4", "available"],
  ]);
  expect(earlier).toHaveLength(7);
  for (const { label, id, status } of earlier)
    expect([label, id, status]).toEqual([label, "llama3.2", "gone"]);
});

test("tries the label's own model first when the provider has no list", () => {
  expect(menuFor(unknown, "user").earlier.every(({ status }) => status === "unknown")).toBe(true);
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

test("accepts every id that a provider of the operator's own lists, unless it refused the model since", () => {
  const id = "meta-llama/llama-3.3-70b-instruct";
  const own = { ...autumn, isLocal: true };
  expect(candidatesFor(id, own, "user")).toEqual([id, "openrouter/free", "openai/gpt-4o-mini"]);
  expect(candidatesFor(id, { ...own, refused: new Set([id]) }, "user")?.[0]).toBe("openrouter/free");
  expect(candidatesFor(id, own, "visitor")).toEqual(["openrouter/free", "openai/gpt-4o-mini"]);
  expect(candidatesFor(id, autumn, "user")).toBeNull();
  expect(candidatesFor(id, unknown, "user")).toBeNull();
});

test("lets a visitor choose free models and the operator's own model", () => {
  expect(candidatesFor("GPT 4", autumn, "visitor")).toEqual(["openrouter/free", "openai/gpt-4o-mini"]);
  expect(candidatesFor("Gemma 7B", autumn, "visitor")?.[0]).toBe("google/gemma-4-26b-a4b-it:free");
  expect(candidatesFor("GPT 4", unknown, "visitor")).toEqual(["llama3.2"]);
  const { models, earlier } = menuFor(autumn, "visitor");
  expect(models.map(({ label }) => label)).toEqual([
    OWN_MODEL,
    "google/gemma-4-26b-a4b-it:free",
    "openrouter/free",
  ]);
  expect(earlier.find(({ label }) => label === "GPT 4")).toMatchObject({
    id: "openrouter/free",
    status: "replaced",
  });
});
