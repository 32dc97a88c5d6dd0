import { createAtom } from "@tanstack/store";
import { OWN_MODEL } from "#shared/features/models/labels.ts";
import { DeviceItem } from "./device-item.ts";
import { parseRecord } from "./parse-record.ts";

export const similarityMetrics = ["cosine", "dot", "euclidean"] as const;

/** Chat preferences, stored on this device and sent with every message. */
export interface ChatSettings {
  /** A label or an id in the model menu. */
  llm: string;
  /** Whether the language model receives data from the library. */
  useRag: boolean;
  /** How semantic similarity is measured. */
  similarityMetric: (typeof similarityMetrics)[number];
  /** Whether the answer includes the model's thinking. */
  showThinking: boolean;
}

export const defaultChatSettings: ChatSettings = {
  llm: OWN_MODEL,
  useRag: true,
  similarityMetric: "cosine",
  showThinking: false,
};

const item = new DeviceItem("looby.chat-settings");
/** Settings being previewed; null without a preview. */
const preview = createAtom<ChatSettings | null>(null);

/** Parses stored settings field by field; missing or invalid fields get their default. */
export function parseChatSettings(stored: string | null): ChatSettings {
  const { llm, useRag, similarityMetric, showThinking } = parseRecord(stored);
  const initial = defaultChatSettings;
  return {
    llm: typed(llm, initial.llm),
    useRag: typed(useRag, initial.useRag),
    similarityMetric:
      similarityMetrics.find((metric) => metric === similarityMetric) ?? initial.similarityMetric,
    showThinking: typed(showThinking, initial.showThinking),
  };
}

/** The active settings: the preview if there is one, else the stored settings. The first run stores the defaults. */
export function currentChatSettings(): ChatSettings {
  const stored = item.read();
  if (stored === null) item.write(JSON.stringify(defaultChatSettings));
  return preview.get() ?? parseChatSettings(stored);
}

/** Stores the settings on this device and ends a preview. */
export function storeChatSettings(settings: ChatSettings): void {
  preview.set(null);
  item.write(JSON.stringify(settings));
}

/** Activates settings without storing them; null returns to the stored ones. */
export function previewChatSettings(settings: ChatSettings | null): void {
  preview.set(settings);
}

/** The stored value if it has the type of the initial one. */
function typed<Value>(stored: unknown, initial: Value): Value {
  return typeof stored === typeof initial ? (stored as Value) : initial; // checked just here
}
