import { lazy, memo, Suspense } from "react";
import type { ChatActions, ChatMessage } from "./chat-state.ts";
import { PlainTurn } from "./plain-turn.tsx";
import { UserTurn } from "./user-turn.tsx";

/** The renderer of answers, not needed before the first of them. Without it the words still stand. */
export const loadTurn = () =>
  import("./assistant-turn.tsx").then(
    ({ AssistantTurn }) => ({ default: AssistantTurn }),
    () => ({ default: PlainTurn }),
  );
const AssistantTurn = lazy(loadTurn);

interface TurnProps {
  message: ChatMessage;
  /** The companion's name. */
  speaker: string;
  actions: Pick<ChatActions, "retry" | "openSource" | "showMade">;
}

/** One message. While an answer comes in, its turn alone is drawn again: every other message is the object it was. */
export const Turn = memo(function Turn({ message, speaker, actions }: TurnProps) {
  if (message.role === "user") return <UserTurn message={message} />;
  return (
    <Suspense fallback={<PlainTurn message={message} />}>
      <AssistantTurn
        message={message}
        speaker={speaker}
        onRetry={() => actions.retry(message.id)}
        onOpenSource={actions.openSource}
        onMade={(ui) => actions.showMade(message.id, ui)}
      />
    </Suspense>
  );
}, showsTheSame);

/** The actions are left out: whichever render they come from, they do the same. */
function showsTheSame(before: TurnProps, after: TurnProps): boolean {
  return before.message === after.message && before.speaker === after.speaker;
}
