import { expect, test } from "vitest";
import { ModelError } from "./language-model.ts";
import { listModels } from "./list-models.ts";

test.each([
  ["OpenRouter and Together", { context_length: 131_072 }, 131_072],
  ["vLLM and SGLang", { max_model_len: 4096 }, 4096],
  ["Groq", { context_window: 8192 }, 8192],
  ["Mistral", { max_context_length: 32_768 }, 32_768],
  ["LM Studio", { max_context_length: 131_072, loaded_context_length: 4096 }, 4096],
  ["llama-server", { meta: { n_ctx: 8192, n_ctx_train: 262_144 } }, 8192],
  ["llama-server before it listed n_ctx", { meta: { n_ctx_train: 262_144 } }, null],
  ["Ollama", { object: "model", owned_by: "library" }, null],
  ["a server with another meaning", { context_length: "8192", context_window: 0, meta: null }, null],
])("reads the window in a list of %s", async (_, entry, window) => {
  const egress = async () => Response.json({ data: [{ id: "own/model", ...entry }] });
  const options = { baseUrl: "http://127.0.0.1:1/v1", apiKey: null };
  expect(await listModels(egress, options, new AbortController().signal)).toEqual([
    { id: "own/model", takesTools: null, window },
  ]);
});

test.each([401, 403, 429, 500])("reports status %i instead of no list", async (status) => {
  const egress = async () => new Response("{}", { status });
  const options = { baseUrl: "http://127.0.0.1:1/v1", apiKey: null };
  await expect(listModels(egress, options, new AbortController().signal)).rejects.toThrow(ModelError);
});
