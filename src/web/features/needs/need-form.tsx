import { useState } from "react";
import { MAX_MEMORY, tooShort } from "#shared/features/memories/length-rule.ts";
import { newId } from "#shared/id.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

const OPENING = "I'm looking for ";

/** Says what one looks for, with or without letting others see it. */
export function NeedForm({ onSent }: { onSent: () => void }) {
  const [id, setId] = useState(newId);
  const [content, setContent] = useState(OPENING);
  const [place, setPlace] = useState("");
  const [isShared, setIsShared] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useFormDraft("need", { content, place }, (words) => {
    setContent(words.content);
    setPlace(words.place);
  });
  const sending = useQueuedMutation({
    send: async (words: string) => {
      const { sendNeed } = await import("./need-operations.ts");
      return await sendNeed({ id, content: words, place: place.trim(), isShared });
    },
    onDone: () => {
      draft.drop();
      setId(newId());
      setContent(OPENING);
      onSent();
    },
  });
  const handleSubmit = () => {
    const words = content.trim();
    const refusal = tooShort("looking-for", words);
    setProblem(refusal);
    if (refusal === null) sending.mutate(words);
  };
  return (
    <Form onSubmit={handleSubmit}>
      <RestoredNote draft={draft} />
      <TextArea
        label="What do you look for?"
        maxLength={MAX_MEMORY}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <TextField
        label="About where are you?"
        hint="An address such as 7:30 & C. What is near comes first; others see only this."
        maxLength={200}
        value={place}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <Switch
        label="Ask around"
        hint="Others see the words and the place, never who you are. Off: only you see it, and what of the library fits."
        isOn={isShared}
        onChange={setIsShared}
      />
      <FormMessage message={problem ?? sending.error} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={sending.isPending}>
          {sending.isPending ? "Sending..." : "Look for it"}
        </Button>
      </FormActions>
    </Form>
  );
}
