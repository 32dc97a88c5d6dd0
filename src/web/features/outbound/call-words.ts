import type { OutboundCallView, OutboundPurpose } from "#shared/features/outbound/contract.ts";

export const purposeWords: Record<OutboundPurpose, string> = {
  answer: "Asked a language model",
  "model-list": "Asked which language models there are",
  embedding: "Had texts turned into vectors for search",
  speech: "Had speech turned into words",
  address: "Looked up an address",
  photo: "Kept or fetched a photo",
  push: "Sent a notification to a device",
  telegram: "Spoke with Telegram",
  omi: "Spoke with Omi",
  mem0: "Had Mem0 copy, find or forget memories",
  mail: "Sent a mail",
};

/** Outcome of a call, in a word or two. */
export function endWords({ outcome, status }: Pick<OutboundCallView, "outcome" | "status">): string {
  switch (outcome) {
    case "under-way":
      return "on its way";
    case "answered":
      return status === null || status < 400 ? "answered" : `refused with ${status}`;
    case "no-answer":
      return "no answer";
    case "broke-off":
      return "answer broke off";
    case "stopped":
      return "stopped";
  }
}

/** "512 bytes", "1.2 kB", "3 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: size < 10 ? 1 : 0 }).format(size)} ${unit}`;
}

/** The data sent; JSON fields each on their own line. */
export function sentWords(sent: string): string {
  try {
    return JSON.stringify(JSON.parse(sent), null, 2);
  } catch {
    return sent;
  }
}
