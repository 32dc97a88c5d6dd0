import { memo } from "react";
import { AssistantTurn } from "./assistant-turn.tsx";
import type { ChatActions, ChatMessage } from "../store/chat-state.ts";
import { UserTurn } from "./user-turn.tsx";

export interface TurnActions extends Pick<
  ChatActions,
  "retry" | "askLibrary" | "edit" | "showVersion" | "showMade"
> {
  /** Opens a resource an answer cites. */
  openResource: (id: string) => void;
}

interface TurnProps {
  message: ChatMessage;
  /** The companion's name. */
  speaker: string;
  isBusy: boolean;
  actions: TurnActions;
}

/** One message. While an answer comes in, its turn alone is drawn again: every other message is the object it was. */
export const Turn = memo(function Turn({ message, speaker, isBusy, actions }: TurnProps) {
  return message.role === "user" ? (
    <UserTurn message={message} isBusy={isBusy} actions={actions} />
  ) : (
    <AssistantTurn message={message} speaker={speaker} isBusy={isBusy} actions={actions} />
  );
}, showsTheSame);

/** The actions are left out: whichever render they come from, they do the same. */
function showsTheSame(before: TurnProps, after: TurnProps): boolean {
  return (
    before.message === after.message && before.speaker === after.speaker && before.isBusy === after.isBusy
  );
}
