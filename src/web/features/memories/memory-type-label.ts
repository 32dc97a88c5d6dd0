import type { MemoryType } from "#shared/features/memories/contract.ts";

export const memoryTypeLabels: Readonly<Record<MemoryType, string>> = {
  "want-to-know": "I want you to know...",
  "looking-for": "I'm looking for...",
  "something-else": "Something else",
};
