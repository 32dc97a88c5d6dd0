import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface CheatCode {
  number: number;
  description: string;
}

export interface BankQuest {
  quest: string;
  explanation: string;
  cheatCode: CheatCode;
}

export interface QuestBank {
  quests: readonly BankQuest[];
  /** By number. */
  cheatCodes: ReadonlyMap<number, CheatCode>;
}

const HEADING = /^## (\d+) (.+)$/;
const QUEST = /^- (.+) \| (.+)$/;

let bank: QuestBank | null = null;

/** The quests that people have written for Looby; read once. */
export function questBank(): QuestBank {
  bank ??= parseBank(readFileSync(join(import.meta.dirname, "quest-bank.md"), "utf8"));
  return bank;
}

/** @param markdown headings with a number and a cheat code, each followed by its quests as `- quest | why` */
function parseBank(markdown: string): QuestBank {
  const quests: BankQuest[] = [];
  const cheatCodes = new Map<number, CheatCode>();
  let cheatCode: CheatCode | null = null;
  for (const line of markdown.split("\n")) {
    const [, number, description] = HEADING.exec(line) ?? [];
    if (number !== undefined && description !== undefined) {
      cheatCode = { number: Number(number), description };
      cheatCodes.set(cheatCode.number, cheatCode);
    }
    const [, quest, explanation] = QUEST.exec(line) ?? [];
    if (quest !== undefined && explanation !== undefined && cheatCode !== null)
      quests.push({ quest, explanation, cheatCode });
  }
  return { quests, cheatCodes };
}
