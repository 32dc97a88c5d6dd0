import { CompanionMemory } from "./companion-memory.ts";

/** The instance of this page; it follows changes by other tabs. */
export const tabStorage = new CompanionMemory(() => localStorage);
addEventListener("storage", tabStorage.reread);
