import { CompanionMemory } from "./companion-memory.ts";

/** This page's; what other tabs write is seen. */
export const tabStorage = new CompanionMemory(() => localStorage);
addEventListener("storage", tabStorage.reread);
