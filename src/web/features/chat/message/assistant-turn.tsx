import { Check, RotateCcw, TriangleAlert } from "lucide-react";
import { Moment } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import type { AssistantMessage } from "../store/chat-state.ts";
import { HelpCard } from "./help-card.tsx";
import { MessageExtra } from "./message-extra.tsx";
import { MessageText } from "./message-text.tsx";
import { ReasoningBlock } from "./reasoning-block.tsx";
import { SourceCard } from "./source-card.tsx";
import type { TurnActions } from "./turn.tsx";
import styles from "./turn.module.css";
import { SlowModel } from "./slow-model.tsx";
import { TypingIndicator } from "./typing-indicator.tsx";
import { VersionSwitch } from "./version-switch.tsx";

interface AssistantTurnProps {
  message: AssistantMessage;
  /** The companion's name, for those who hear the page. */
  speaker: string;
  isBusy: boolean;
  actions: TurnActions;
}

export function AssistantTurn({ message, speaker, isBusy, actions }: AssistantTurnProps) {
  const help = message.ui?.type === "help-card" ? message.ui.kind : null;
  return (
    <div
      className={styles.assistant}
      data-message={message.id}
      data-answer
      aria-busy={message.status === "waiting" || message.status === "streaming"}
    >
      <VisuallyHidden>{speaker} said: </VisuallyHidden>
      {message.reasoning === null ? null : <ReasoningBlock reasoning={message.reasoning} />}
      {help === null ? null : <HelpCard kind={help} />}
      {message.status === "waiting" && help === null ? <TypingIndicator speaker={speaker} /> : null}
      {message.isDone ? <DoneMark text={message.text} /> : null}
      {message.text === "" || message.isDone || help !== null ? null : (
        <MessageText message={message} onOpenResource={actions.openResource} />
      )}
      {message.sources.length === 0 ? null : (
        <ul className={styles.sources} aria-label="Sources">
          {message.sources.map((source) => (
            <li key={source.sourceId} data-source={source.sourceId}>
              <SourceCard source={source} onOpenResource={actions.openResource} />
            </li>
          ))}
        </ul>
      )}
      <MessageExtra
        message={message}
        isBusy={isBusy}
        onMade={(ui) => actions.showMade(message.id, ui)}
        onRetry={() => actions.retry(message.id)}
      />
      <SlowModel message={message} onGiveUp={() => actions.askLibrary(message.id)} />
      {message.offline === null ? null : <AnsweredOffline offline={message.offline} />}
      {message.status === "queued" ? (
        <p className={styles.quiet}>Waiting to be sent. Your message is kept on this device.</p>
      ) : null}
      {message.status === "unheard" ? (
        <p className={styles.quiet}>Waiting for the signal. The answer goes on by itself.</p>
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
      <AnswerFoot message={message} isBusy={isBusy} actions={actions} />
    </div>
  );
}

/** Whose answer it is, and how old what it rests on. */
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

/** Something was done, and this says so. */
function DoneMark({ text }: { text: string }) {
  return (
    <p className={styles.saved}>
      <Check aria-hidden size={22} strokeWidth={1.8} />
      {text}
    </p>
  );
}

/** Who answered, the other versions, and the way to one more. A search would answer the same again. */
function AnswerFoot({ message, isBusy, actions }: Omit<AssistantTurnProps, "speaker">) {
  const { id, model, versions, status } = message;
  const isOver = status !== "waiting" && status !== "streaming";
  if (!isOver || (model === null && versions.length < 2)) return null;
  return (
    <div className={styles.foot}>
      <VersionSwitch
        what="answer"
        id={id}
        versions={versions}
        isDisabled={isBusy}
        onShow={actions.showVersion}
      />
      {model === null || status !== "done" || isBusy ? null : (
        <IconButton label="Answer again" icon={RotateCcw} onClick={() => actions.retry(id)} />
      )}
      {model === null ? null : <span className={styles.model}>Answered by {model}</span>}
    </div>
  );
}
