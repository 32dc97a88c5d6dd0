import { Check, RotateCcw, TriangleAlert } from "lucide-react";
import { Moment } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import type { AssistantMessage } from "../conversation/chat-message.ts";
import { answerText } from "../markdown/plain-text.ts";
import { useIsUnstored } from "../store/use-chat.ts";
import { AnswerBody } from "./answer-body.tsx";
import { CopyButton } from "./copy-button.tsx";
import { HelpCard } from "./help-card.tsx";
import { MessageText } from "./message-text.tsx";
import type { TurnActions } from "./turn.tsx";
import { TypingIndicator } from "./typing-indicator.tsx";
import { VersionSwitch } from "./version-switch.tsx";
import { WhyThese } from "./why-these.tsx";
import { MessageExtra } from "./message-extra.tsx";
import { ReasoningBlock } from "./reasoning-block.tsx";
import { SlowModel } from "./slow-model.tsx";
import { UsedAbilities } from "./used-abilities.tsx";
import styles from "./turn.module.css";

interface AssistantTurnProps {
  message: AssistantMessage;
  /** The companion's name, for screen readers. */
  speaker: string;
  isBusy: boolean;
  actions: TurnActions;
}

export function AssistantTurn({ message, speaker, isBusy, actions }: AssistantTurnProps) {
  const help = message.ui?.type === "help-card" ? message.ui : null;
  return (
    <div
      className={styles.assistant}
      data-message={message.id}
      data-answer
      aria-busy={message.status === "waiting" || message.status === "streaming"}
    >
      <VisuallyHidden>{speaker} said: </VisuallyHidden>
      {message.reasoning === null ? null : <ReasoningBlock reasoning={message.reasoning} />}
      {message.steps.length === 0 ? null : <UsedAbilities steps={message.steps} />}
      {help === null ? (
        <Answer message={message} speaker={speaker} isBusy={isBusy} actions={actions} />
      ) : (
        // The card is the last part of its answer: no content below it may distract from it.
        <>
          {help.lead === undefined ? null : (
            <MessageText text={help.lead} sources={[]} model={null} onOpenResource={actions.openResource} />
          )}
          <HelpCard kind={help.kind} />
        </>
      )}
    </div>
  );
}

/** The parts of an answer other than the help card. */
function Answer({ message, speaker, isBusy, actions }: AssistantTurnProps) {
  const isOver = message.status === "done" || message.offline !== null;
  const isUnstored = useIsUnstored(message.id);
  return (
    <>
      {message.status === "waiting" ? <TypingIndicator speaker={speaker} isUnstored={isUnstored} /> : null}
      {message.isDone ? (
        <DoneMark text={message.text} />
      ) : (
        <AnswerBody message={message} isFinished={isFinished(message)} actions={actions} />
      )}
      {message.sources.length > 0 && isOver ? <WhyThese sources={message.sources} /> : null}
      {message.ui === null || message.ui.type === "chips" ? null : (
        <MessageExtra
          message={message}
          isBusy={isBusy}
          onMade={(ui) => actions.showMade(message.id, ui)}
          onRetry={() => actions.retry(message.id)}
          onPropose={actions.openProposal}
        />
      )}
      {message.model === null || isOver ? null : (
        <SlowModel message={message} onGiveUp={() => actions.askLibrary(message.id)} />
      )}
      <AnswerState message={message} isBusy={isBusy} actions={actions} />
      <AnswerFoot message={message} isBusy={isBusy} actions={actions} />
    </>
  );
}

/** The status of an answer: generated on this phone, queued, cut off, stopped or failed. */
function AnswerState({ message, isBusy, actions }: Omit<AssistantTurnProps, "speaker">) {
  const isUnstored = useIsUnstored(message.id);
  return (
    <>
      {message.offline === null ? null : <AnsweredOffline offline={message.offline} />}
      {message.status === "queued" ? (
        <>
          <p className={styles.quiet}>
            {isUnstored
              ? "Saving..."
              : isBusy
                ? "Waiting for the answer above. Your message is sent when it ends."
                : "Waiting to be sent. Your message is saved on this device."}
          </p>
          <Button className={styles.retry} variant="plain" onClick={() => actions.takeBack(message.id)}>
            Take back
          </Button>
        </>
      ) : null}
      {message.status === "disconnected" ? (
        <p className={styles.quiet}>Waiting for the signal. Then the answer continues.</p>
      ) : null}
      {message.status === "stopped" ? <p className={styles.quiet}>Stopped here.</p> : null}
      {message.problem === null ? null : (
        <p className={styles.problem} role="alert">
          <TriangleAlert aria-hidden size={18} strokeWidth={1.8} />
          {message.problem}
        </p>
      )}
      {message.status === "failed" || message.status === "stopped" ? (
        <Button className={styles.retry} isBusy={isBusy} onClick={() => actions.retry(message.id)}>
          Retry
        </Button>
      ) : null}
    </>
  );
}

/** Notes that this phone generated the answer, and the age of its data. */
function AnsweredOffline({ offline: { syncedAt } }: { offline: NonNullable<AssistantMessage["offline"]> }) {
  return (
    <p className={styles.quiet}>
      Answered on this phone, without signal.{" "}
      {syncedAt === null ? (
        "It has not synced yet."
      ) : (
        <>
          Last synced <Moment at={syncedAt} />.
        </>
      )}
    </p>
  );
}

/** Confirms an action. */
function DoneMark({ text }: { text: string }) {
  return (
    <p className={styles.saved}>
      <Check aria-hidden size={22} strokeWidth={1.8} />
      {text}
    </p>
  );
}

/**
 * The model's name, the other versions, and buttons that copy the answer and ask for another one. Search mode has no button for another,
 * because a search would return the same answer again.
 */
function AnswerFoot({ message, isBusy, actions }: Omit<AssistantTurnProps, "speaker">) {
  const { id, model, versions, status, text, sources } = message;
  const isOver = status !== "waiting" && status !== "streaming";
  const canCopy = isFinished(message) && !message.isDone && text.trim() !== "";
  if (!isOver || (model === null && versions.length < 2 && !canCopy)) return null;
  return (
    <div className={styles.foot}>
      {versions.length > 1 ? (
        <VersionSwitch
          what="answer"
          id={id}
          versions={versions}
          isDisabled={isBusy}
          onShow={actions.showVersion}
        />
      ) : null}
      {model === null || status !== "done" || isBusy ? null : (
        <IconButton label="Answer again" icon={RotateCcw} onClick={() => actions.retry(id)} />
      )}
      {canCopy ? <CopyButton what="answer" text={() => answerText(text, sources)} /> : null}
      {model === null ? null : <span className={styles.model}>Answered by {model}</span>}
    </div>
  );
}

/** Whether no more text will follow: the phone's own answer is whole, even while its question is queued. */
function isFinished({ status, offline }: AssistantMessage): boolean {
  if (status === "queued" || status === "disconnected") return offline !== null;
  return status !== "waiting" && status !== "streaming";
}
