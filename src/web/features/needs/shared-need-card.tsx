import { useEffect, useState } from "react";
import { MAX_NEED_ANSWER, type SharedNeed } from "#shared/features/needs/contract.ts";
import { useAddressWords } from "#web/features/map/use-city.ts";
import { Moment } from "#web/ui/state/as-of.tsx";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { sendAnswer } from "./need-operations.ts";
import styles from "./needs.module.css";

interface SharedNeedCardProps {
  need: SharedNeed;
  isShown: boolean;
  /** Null when no account is needed. */
  onSignUp: (() => void) | null;
  /** The user has just signed up in order to answer it, so the form opens. */
  isAwaited: boolean;
  /** Whether an account is needed is still loading. */
  isWaiting: boolean;
  /** The form was sent or dismissed. */
  onTaken: () => void;
}

/** A need shared by another user, with a form to answer it. */
export function SharedNeedCard({
  need,
  isShown,
  onSignUp,
  isAwaited,
  isWaiting,
  onTaken,
}: SharedNeedCardProps) {
  const wordsOf = useAddressWords();
  const [chosen, setChosen] = useState<"no" | "yes" | "done">("no");
  const answering = chosen === "no" && isAwaited ? "yes" : chosen;
  const setAnswering = (next: typeof chosen) => {
    setChosen(next);
    onTaken();
  };
  useEffect(() => {
    if (isAwaited) document.getElementById(`need-${need.id}`)?.scrollIntoView({ block: "center" });
  }, [isAwaited, need.id]);
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useQueuedMutation({
    send: async (words: string) => sendAnswer({ needId: need.id, message: words }),
    onDone: () => setAnswering("done"),
  });
  const handleSubmit = () => {
    const words = message.trim();
    setProblem(words === "" ? "Please say how you can help." : null);
    if (words !== "") sending.mutate(words);
  };
  return (
    <Card className={styles.card} id={`need-${need.id}`} data-shown={isShown || undefined}>
      <h3 className={styles.words}>{need.text}</h3>
      <p className={styles.note}>
        {need.place === null ? "" : `About ${wordsOf(need.place)}, `}
        <Moment at={need.createdAt} />
      </p>
      {answering === "done" ? <p role="status">They’ll see it, with your name.</p> : null}
      {answering === "no" ? (
        <div className={styles.actions}>
          <Button isBusy={isWaiting} onClick={onSignUp ?? (() => setAnswering("yes"))}>
            I can help
          </Button>
        </div>
      ) : null}
      {answering === "yes" ? (
        <Form isBusy={sending.isPending} onSubmit={handleSubmit}>
          <TextArea
            label="What do you have, and where are you?"
            hint="They see this and your name. You learn theirs when they get in touch."
            maxLength={MAX_NEED_ANSWER}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <FormMessage message={problem ?? sending.error} />
          <FormActions>
            <Button onClick={() => setAnswering("no")}>Not now</Button>
            <Button type="submit" variant="primary" isBusy={sending.isPending}>
              Send
            </Button>
          </FormActions>
        </Form>
      ) : null}
    </Card>
  );
}
