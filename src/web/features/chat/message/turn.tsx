import { memo } from "react";
import { CatchBoundary } from "@tanstack/react-router";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import { AssistantTurn } from "./assistant-turn.tsx";
import type { ChatMessage } from "../conversation/chat-message.ts";
import type { ChatActions } from "../store/chat-state.ts";
import { UserTurn } from "./user-turn.tsx";
import styles from "./turn.module.css";

export interface TurnActions extends Pick<
  ChatActions,
  "retry" | "takeBack" | "askLibrary" | "edit" | "showVersion" | "showMade"
> {
  /** Opens a cited resource. */
  openResource: (id: string) => void;
  /** Opens the form of a proposal. */
  openProposal: (proposal: Proposal) => void;
}

interface TurnProps {
  message: ChatMessage;
  /** The companion's name. */
  speaker: string;
  isBusy: boolean;
  actions: TurnActions;
}

/** One message. While an answer is streamed, only its own turn is rendered again, because all other messages are the same objects. */
export const Turn = memo(function Turn({ message, speaker, isBusy, actions }: TurnProps) {
  return (
    <CatchBoundary getResetKey={() => message} errorComponent={TurnError}>
      {message.role === "user" ? (
        <UserTurn message={message} isBusy={isBusy} actions={actions} />
      ) : (
        <AssistantTurn message={message} speaker={speaker} isBusy={isBusy} actions={actions} />
      )}
    </CatchBoundary>
  );
}, showsTheSame);

/** Replaces one message that failed, so that the others stay on the screen. */
function TurnError() {
  return (
    <p className={styles.quiet} role="alert">
      This message cannot be shown. Reload the page to try again.
    </p>
  );
}

/** Compares all props except the actions, which do the same in every render. */
function showsTheSame(before: TurnProps, after: TurnProps): boolean {
  return (
    before.message === after.message && before.speaker === after.speaker && before.isBusy === after.isBusy
  );
}
