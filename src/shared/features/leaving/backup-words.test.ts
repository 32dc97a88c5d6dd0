import { expect, test } from "vitest";
import { backupWords } from "./backup-words.ts";

test.each([
  [48, "Copies in backups are gone within 2 days."],
  [49, "Copies in backups are gone within 3 days."],
  [6, "Copies in backups are gone within a day."],
  [null, "Copies may stay in backups for as long as the people who run this server store those."],
])("words a backup retention of %s hours", (hours, words) => expect(backupWords(hours)).toBe(words));
