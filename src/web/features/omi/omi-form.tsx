import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type OmiSent, createOmiConversation, createOmiMemory } from "#shared/features/omi/contract.ts";
import { MAX_OMI_CONVERSATION, MAX_OMI_MEMORY } from "#shared/features/omi/limits.ts";
import { newId } from "#shared/id.ts";
import { call } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { omiLinkQuery, waitInWords } from "./api.ts";

/** Milliseconds a success message is shown before the dialog closes. */
const CLOSE_AFTER_MS = 2000;

const kinds = {
  memory: { label: "Memory", max: MAX_OMI_MEMORY, failure: "Failed to create memory. Please try again." },
  conversation: {
    label: "Conversation",
    max: MAX_OMI_CONVERSATION,
    failure: "Failed to create conversation. Please try again.",
  },
} as const;

interface OmiFormProps {
  kind: keyof typeof kinds;
  onDone: () => void;
}

/** Writes to the user's Omi account. The server queues writes that Omi does not accept yet and sends them later. */
export function OmiForm({ kind, onDone }: OmiFormProps) {
  const { label, max, failure } = kinds[kind];
  const { productName } = usePublicSettings();
  const client = useQueryClient();
  const [content, setContent] = useState("");
  const draft = useFormDraft(`omi:${kind}`, { content }, (words) => setContent(words.content));
  // One id per form, so that a retry creates no duplicate.
  const id = useRef(newId());
  const sending = useMutation({
    mutationFn: async (values: Readonly<Record<string, string>>) =>
      await send(kind, id.current, content, values),
    onSuccess: () => {
      draft.drop();
      return client.invalidateQueries(omiLinkQuery);
    },
  });
  const problems = problemsOf(sending.error, ["content", "title", "tags"]);
  const { data: sent } = sending;
  useEffect(() => {
    if (sent === undefined) return;
    const timer = setTimeout(onDone, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [sent, onDone]);
  if (sent !== undefined) return <p role="status">{successOf(label, sent)}</p>;
  return (
    <Form isBusy={sending.isPending} failure={sending.error} onSubmit={(values) => sending.mutate(values)}>
      <RestoredNote draft={draft} />
      <TextArea
        label={label}
        name="content"
        maxLength={max}
        value={content}
        error={problems.fields["content"] ?? null}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      {kind === "memory" ? (
        <TextField
          label="Tags"
          name="tags"
          hint="Separated by commas. They may be left out."
          error={problems.fields["tags"] ?? null}
        />
      ) : (
        <TextField
          label="Title"
          name="title"
          placeholder={`Conversation from ${productName}`}
          error={problems.fields["title"] ?? null}
        />
      )}
      <FormMessage message={messageOf(sending.error, problems.message, failure)} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={sending.isPending}>
          {sending.isPending ? "Sending..." : `Create ${label}`}
        </Button>
      </FormActions>
    </Form>
  );
}

async function send(
  kind: OmiFormProps["kind"],
  id: string,
  content: string,
  { tags = "", title = "" }: Readonly<Record<string, string>>,
): Promise<OmiSent> {
  if (kind === "conversation")
    return await call(createOmiConversation, { body: { id, content, title, source: "message" } });
  const list = tags
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return await call(createOmiMemory, { body: { id, content, tags: list, source: "other" } });
}

function messageOf(error: Error | null, message: string | null, failure: string): string | null {
  if (error === null || message === null) return null;
  if (!(error instanceof ApiError)) return "An unexpected error occurred. Please try again.";
  return message === "" ? failure : message;
}

function successOf(label: string, { state, waitSeconds }: OmiSent): string {
  return state === "sent"
    ? `${label} created in Omi.`
    : `Omi takes no more right now. Your ${label.toLowerCase()} is saved and sent in about ${waitInWords(waitSeconds)}.`;
}
