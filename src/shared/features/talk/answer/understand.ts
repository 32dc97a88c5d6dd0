import { type Intent, newTalk, type TalkState } from "../understand/intent.ts";
import { loadTalkModels } from "../understand/learned/talk-models.ts";
import type { EarlierTurn } from "../understand/replay.ts";
import type { AbilityWorld } from "./ability-world.ts";

/** The intents of a message, given the conversation before it. */
export async function understand(
  { city, clock }: Pick<AbilityWorld, "city" | "clock">,
  earlier: readonly EarlierTurn[],
  message: string,
): Promise<{ state: TalkState; intents: Intent[] }> {
  // Loaded separately from the answers: the page has a size limit for each chunk.
  const [{ understandMessage }, { replay }, models] = await Promise.all([
    import("../understand/talk-state.ts"),
    import("../understand/replay.ts"),
    loadTalkModels(),
  ]);
  const talkContext = { city, clock, models };
  const state = earlier.length === 0 ? newTalk : replay(earlier, talkContext);
  return { state, intents: understandMessage(state, message, talkContext) };
}

/** Whether a message is a single question that the search can answer, because the search reads its words and its place itself. */
export function isPlainSearch([intent, another]: readonly Intent[], { intent: before }: TalkState): boolean {
  if (intent === undefined) return true;
  const { ability, when, compared, without, near, what, whose, isPart } = intent;
  // The search ranks the guide higher for how-to questions.
  if (another === undefined && isOfGuide(intent, before)) return true;
  const isOther = another !== undefined || ability !== "find" || when !== null || compared !== null;
  if (isOther || without.length > 0 || what === "" || whose !== null || isPart) return false;
  return !inherits(intent, before) && near?.kind !== "me" && near?.kind !== "home";
}

/** Whether a part of it is from the message before, and not in its own words. */
function inherits({ what, near, sought }: Intent, before: Intent | null): boolean {
  if (before === null) return false;
  const isSame = (part: unknown, earlier: unknown): boolean => part !== null && part === earlier;
  return isSame(what, before.what) || isSame(near, before.near) || isSame(sought, before.sought);
}

/** A question to the guide in its own words. Computed answers and follow-up questions are excluded. */
function isOfGuide({ ability, topic }: Intent, before: Intent | null): boolean {
  return ability === "about" && topic !== "today" && (before === null || before.topic !== topic);
}
