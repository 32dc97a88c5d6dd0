import type { StoredKind } from "#web/offline/device-use.ts";

/** The label of each kind, and the consequence of removing it. */
export const kindWords: Record<StoredKind, { label: string; whenRemoved: string }> = {
  unsent: {
    label: "Waiting to be sent",
    whenRemoved: "These changes are on this device only. This deletes them for good.",
  },
  recordings: {
    label: "Recordings waiting to be transcribed",
    whenRemoved: "They are on this device only. This deletes them for good.",
  },
  conversations: { label: "Conversations", whenRemoved: "They stay on the server and need a signal again." },
  library: {
    label: "Library and communities",
    whenRemoved: "It stays on the server and needs a signal again.",
  },
  camps: { label: "Camps and the map", whenRemoved: "The map then has no camps without a signal." },
  memories: { label: "Memories", whenRemoved: "They stay on the server and need a signal again." },
  other: {
    label: "Profile and other views",
    whenRemoved: "They stay on the server and need a signal again.",
  },
  speech: {
    label: "Speech model",
    whenRemoved: "Without a signal, recordings then wait. It can be downloaded again.",
  },
  app: { label: "The app itself", whenRemoved: "" },
};

/** "512 bytes", "1.2 kB", "63 MB". */
export function sizeWords(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 10 ? 0 : 1;
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(size)} ${units[unit]}`;
}
