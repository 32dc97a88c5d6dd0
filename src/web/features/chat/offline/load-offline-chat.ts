import { offlineCompanion } from "./offline-companion.ts";

/** Together they load the code of every answer. */
const REHEARSED = ["How far is the nearest toilet from the puppet show?", "What is on tonight?"];

/**
 * Loads all code that answers offline, and that shows such an answer. It answers example questions, so that no list of files can be wrong.
 * @throws TypeError while there is no connection
 */
export async function loadOfflineChat(): Promise<void> {
  await import("../screen/conversation-view.tsx");
  const talk = { companionName: "", earlier: [], position: null };
  for (const question of REHEARSED) await offlineCompanion.answer(question, talk);
}
