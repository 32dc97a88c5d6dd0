import { DEFAULT_MODEL, modelLabels, OWN_MODEL } from "#shared/features/models/labels.ts";

export const similarityMetrics = ["cosine", "dot", "euclidean"] as const;

/** How a person wants to be answered; kept on this device and sent along with every message. */
export interface ChatSettings {
  /** A name of the model menu. */
  llm: string;
  /** Whether a language model is given what the library has. */
  useRag: boolean;
  /** How nearness in meaning is measured. */
  similarityMetric: (typeof similarityMetrics)[number];
  /** Whether a model's thoughts are sent along. */
  showThinking: boolean;
}

export const defaultChatSettings: ChatSettings = {
  llm: DEFAULT_MODEL,
  useRag: true,
  similarityMetric: "cosine",
  showThinking: false,
};

const STORAGE_KEY = "looby.chat-settings";

/** Reads what was stored, part by part: what is missing or makes no sense is as at the beginning. */
export function parseChatSettings(stored: string | null): ChatSettings {
  const { llm, useRag, similarityMetric, showThinking } = parseRecord(stored);
  const initial = defaultChatSettings;
  return {
    llm: [...modelLabels, OWN_MODEL].find((label) => label === llm) ?? initial.llm,
    useRag: typeof useRag === "boolean" ? useRag : initial.useRag,
    similarityMetric:
      similarityMetrics.find((metric) => metric === similarityMetric) ?? initial.similarityMetric,
    showThinking: typeof showThinking === "boolean" ? showThinking : initial.showThinking,
  };
}

/** The settings in force: a preview while a user tries it out, else the stored ones. The first run stores the defaults. */
export function currentChatSettings(): ChatSettings {
  if (preview !== null) return preview;
  const stored = readStored();
  if (stored === null) storeChatSettings(memory ?? defaultChatSettings);
  return memory ?? parseChatSettings(stored);
}

/** Keeps the settings on this device and ends a preview. Without storage they hold until the page closes. */
export function storeChatSettings(settings: ChatSettings): void {
  preview = null;
  memory = null;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    memory = settings; // full or forbidden
  }
}

/** Puts settings in force without keeping them; null goes back to the stored ones. */
export function previewChatSettings(settings: ChatSettings | null): void {
  preview = settings;
}

let preview: ChatSettings | null = null;
/** In the place of the storage, where there is none. */
let memory: ChatSettings | null = null;

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function parseRecord(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? "null");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
