import { newTalk, type Shown, type TalkState } from "./intent.ts";
import type { TalkContext } from "./read-message.ts";
import { understandMessage, show } from "./talk-state.ts";

/** A message that was answered before. */
export interface EarlierTurn {
  message: string;
  at: Date;
  /** The items the answer showed, in order. */
  shown: readonly Shown[];
}

/** The maximum number of earlier turns considered; older ones no longer matter. */
const MOST_TURNS = 6;
/** After this long a new conversation begins. */
const TALK_ENDS_MS = 6 * 60 * 60_000;

/**
 * Restores the state of a conversation from its messages and shown items, so that only the conversation itself is stored.
 * @param turns oldest first
 */
export function replay(turns: readonly EarlierTurn[], talkContext: TalkContext): TalkState {
  const { now, zone } = talkContext.clock;
  return turns
    .slice(-MOST_TURNS)
    .filter(({ at }) => now.getTime() - at.getTime() < TALK_ENDS_MS)
    .reduce((state, { message, at, shown }) => {
      const intents = understandMessage(state, message, { ...talkContext, clock: { now: at, zone } });
      return show(state, intents, shown);
    }, newTalk);
}
