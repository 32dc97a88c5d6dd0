import { useState } from "react";
import type { SharedNeed } from "#shared/features/needs/contract.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import styles from "./needs.module.css";

/** As the contract has it, which would bring its schemas along. */
const MAX_ANSWER = 500;

interface SharedNeedCardProps {
  need: SharedNeed;
  isShown: boolean;
  /** Null: who looks at it is to sign in first. */
  onSignIn: (() => void) | null;
}

/** What a user looks for, and a word to them. */
export function SharedNeedCard({ need, isShown, onSignIn }: SharedNeedCardProps) {
  const [answering, setAnswering] = useState<"no" | "yes" | "done">("no");
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useQueuedMutation({
    send: async (words: string) =>
      (await import("./need-operations.ts")).sendAnswer({ needId: need.id, message: words }),
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
        {need.place === null ? "" : `About ${need.place}, `}
        <time dateTime={need.createdAt}>{moment.format(new Date(need.createdAt))}</time>
      </p>
      {answering === "done" ? <p role="status">They are told, with your name.</p> : null}
      {answering === "no" ? (
        <div className={styles.actions}>
          <Button onClick={onSignIn ?? (() => setAnswering("yes"))}>I can help</Button>
        </div>
      ) : null}
      {answering === "yes" ? (
        <Form onSubmit={handleSubmit}>
          <TextArea
            label="What do you have, and where are you?"
            hint="They see this and your name. You learn theirs when they come to you."
            maxLength={MAX_ANSWER}
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

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
