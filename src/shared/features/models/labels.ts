/** The language models people choose from, by the names they know. Which model answers to a name is the server's business. */
export const modelLabels = [
  "Llama 3.3 70B free",
  "GPT 3.5 Turbo",
  "GPT 4",
  "Mixtral 8x7B",
  "Mistral 7B",
  "Gemma 7B",
  "DeepSeek Llama 70B free",
] as const;
export type ModelLabel = (typeof modelLabels)[number];

/** The choice that means: whatever the operator has set up. */
export const OWN_MODEL = "This server's own model";

/** What a new person's settings say. */
export const DEFAULT_MODEL: ModelLabel = "Llama 3.3 70B free";
