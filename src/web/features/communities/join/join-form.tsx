import { MAX_JOIN_ANSWER } from "#shared/features/communities/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { useState } from "react";

interface JoinFormProps {
  questions: readonly string[];
  isBusy: boolean;
  /** A sentence. */
  error: string | null;
  onSubmit: (answers: readonly { question: string; answer: string }[]) => void;
  onCancel: () => void;
}

/** A community's questions for users who want to join. Only the admins see the answers. */
export function JoinForm({ questions, isBusy, error, onSubmit, onCancel }: JoinFormProps) {
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  function handleSubmit(values: Readonly<Record<string, string>>): void {
    const answers = questions.map((question, index) => ({
      question,
      answer: (values[`answer-${index}`] ?? "").trim(),
    }));
    const empty = answers.filter(({ answer }) => answer === "");
    setMissing(new Set(empty.map(({ question }) => question)));
    if (empty.length === 0) onSubmit(answers);
  }
  return (
    <Form onSubmit={handleSubmit} aria-label="Ask to join">
      {questions.map((question, index) => (
        <Field
          key={question}
          label={question}
          error={missing.has(question) ? "Please answer every question." : null}
        >
          {(control) => (
            <textarea rows={2} name={`answer-${index}`} maxLength={MAX_JOIN_ANSWER} {...control} />
          )}
        </Field>
      ))}
      <FormMessage message={error} />
      <FormActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {isBusy ? "Sending..." : "Ask to join"}
        </Button>
      </FormActions>
    </Form>
  );
}
