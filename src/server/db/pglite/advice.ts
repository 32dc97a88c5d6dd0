import type { Backup } from "../connection/backend.ts";

/** How an operator proceeds when a database that stores something cannot be opened. */
export function adviceOnStored(dataDir: string, lastBackup: Backup | null): string {
  return lastBackup === null
    ? `Start Looby again. If that stays so, copy ${dataDir} before you try anything else: it has no backup.`
    : `If that stays so, bring the last backup back with: npm run restore -- ${lastBackup.file}`;
}

/** How an operator proceeds when no database could be created in `dataDir`. */
export function adviceOnNew(dataDir: string): string {
  return `Nothing is stored in this folder yet: start Looby again. If that stays so, check the disk of ${dataDir}.`;
}
