import { CompanionMemory } from "./companion-memory.ts";

/** This page's; what other tabs write is seen. */
export const pageMemory = new CompanionMemory(() => localStorage);
addEventListener("storage", pageMemory.reread);
