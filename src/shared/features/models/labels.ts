/** Names of language models that users choose from where the provider has the model. The server decides which model answers for a name. */
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

/** The choice that means the model the operator has configured: the default of a new user. */
export const OWN_MODEL = "This server's own model";
