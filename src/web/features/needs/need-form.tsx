import { useState } from "react";
import { MAX_MEMORY, tooShort } from "#shared/features/memories/length-rule.ts";
import { statedNeed } from "#shared/features/memories/need.ts";
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
import { sendNeed } from "./need-operations.ts";

interface NeedFormProps {
  /** Initial values; with them, the form's stored draft is not changed. */
  prefill?: { content: string; place: string } | undefined;
  /** @param queuedId id of the queued operation; null when the server has it */
  onDone: (queuedId: string | null) => void;
}

/** Posts a need, optionally visible to other users. */
export function NeedForm({ prefill, onDone }: NeedFormProps) {
  const [id, setId] = useState(newId);
  const [content, setContent] = useState(prefill?.content ?? "");
  const [place, setPlace] = useState(prefill?.place ?? "");
  const [isShared, setIsShared] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useFormDraft(prefill === undefined ? "need" : null, { content, place }, (words) => {
    setContent(words.content);
    setPlace(words.place);
  });
  const sending = useQueuedMutation({
    draft,
    send: async (words: string, operationId) => {
      return await sendNeed({ id, content: words, place: place.trim(), isShared }, operationId);
    },
    onDone: (result) => {
      setId(newId());
      setContent("");
      onDone(result.status === "queued" ? result.operationId : null);
    },
  });
  const handleSubmit = () => {
    const need = statedNeed(content);
    const isEnough = tooShort("looking-for", need) === null;
    setProblem(isEnough ? null : "Please say a little more about what you need.");
    if (isEnough) sending.mutate(need);
  };
  return (
    <Form isBusy={sending.isPending} onSubmit={handleSubmit}>
      <RestoredNote draft={draft} />
      <TextArea
        label="What do you need?"
        placeholder="A generator for Saturday night, 2 kW is plenty"
        maxLength={MAX_MEMORY}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <TextField
        label="About where are you?"
        hint="An address such as 7:30 & Enchant. Matches near it come first. Others see only this."
        maxLength={200}
        value={place}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <Switch
        label="Ask around"
        hint="Others see your words and the area, never your name. Off: only you see this and its matches."
        isOn={isShared}
        onChange={setIsShared}
      />
      <FormMessage message={problem ?? sending.error} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={sending.isPending}>
          {sending.isPending ? "Sending..." : "Post it"}
        </Button>
      </FormActions>
    </Form>
  );
}
