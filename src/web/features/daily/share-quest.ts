import type { DailyQuest } from "#shared/features/daily/contract.ts";

/** How a quest was shared; `refused`: the browser allows neither way, the user has to select the text. */
type Passed = "shared" | "copied" | "cancelled" | "refused";

/** The quest as text for another user. Reveals nothing of the thought it came from. */
export function wordsOf({ quest, explanation, cheatCode }: DailyQuest, address: string): string {
  const code = cheatCode === null ? null : `Cheat Code ${cheatCode.number}: ${cheatCode.description}`;
  return [`Today's Quest: ${quest ?? ""}`, explanation, code, address].filter(Boolean).join("\n");
}

/** Opens the device's share sheet, or copies the text where there is none. */
export async function passOn(quest: DailyQuest): Promise<Passed> {
  const text = wordsOf(quest, location.origin);
  const data = { title: "Today's Quest", text };
  if (typeof navigator.share === "function" && (navigator.canShare?.(data) ?? true)) {
    try {
      await navigator.share(data);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      // Some browsers have a share sheet and refuse it: copy instead.
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "refused";
  }
}
