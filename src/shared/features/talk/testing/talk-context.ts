import { specCity } from "#shared/features/map/city/city.ts";
import { type Intent, newTalk, type Shown, type TalkState } from "../understand/intent.ts";
import { loadTalkModels } from "../understand/learned/talk-models.ts";
import { understandMessage, show } from "../understand/talk-state.ts";

/** Monday, 31 August 2026, 21:10 in Los Angeles. */
const clock = { now: new Date("2026-09-01T04:10:00Z"), zone: "America/Los_Angeles" };
export const talkContext = { city: specCity, clock, models: await loadTalkModels() };

export const ladder: Shown = { sourceId: "resource:ladder", title: "Folding ladder, 3 m" };
export const steps: Shown = { sourceId: "resource:steps", title: "Step ladder, 2 m" };
export const lantern: Shown = { sourceId: "camp:lantern", title: "Camp Lantern" };

/** The talk after a first message and an answer with these items. */
export function after(message: string, ...shown: Shown[]): TalkState {
  return show(newTalk, understandMessage(newTalk, message, talkContext), shown);
}

/** The first need of a message. */
export function understood(message: string, state: TalkState = newTalk): Intent {
  const [intent] = understandMessage(state, message, talkContext);
  if (intent === undefined) throw new Error("nothing was understood");
  return intent;
}
