import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { newId } from "#shared/id.ts";
import { onLeaving } from "#web/lib/on-leaving.ts";
import { draftName, writeAhead } from "./draft-ahead.ts";
import { type FoundDraft, findAhead, formWriter, readFormDraft, saveFormDraft } from "./form-drafts.ts";

/** Milliseconds after the last key press until the draft is stored: a dead battery loses no more than that. */
const PAUSE_MS = 400;

/** A form's draft, stored on this device until it is sent. */
export interface FormDraft {
  /** Whether the form was restored from a stored draft. */
  isRestored: boolean;
  /** Deletes the draft from this device, after it was sent or discarded. */
  drop: () => void;
  /** Stores which operation is about to send it: a page that is left before `drop` must not offer the next one words that are on their way. */
  sendAs: (operationId: string) => void;
  /** Resets the form to its initial values. */
  startOver: () => void;
}

/**
 * Restores a form's input after a reload, a dead battery or a closed dialog.
 * @param form its name, with the id of its subject; null stores nothing
 * @param words the current values of its fields; never a password
 * @param fill sets the values of the fields
 */
export function useFormDraft<Words extends Record<string, string>>(
  form: string | null,
  words: Words,
  fill: (words: Words) => void,
): FormDraft {
  const [initial] = useState(words);
  const [isRestored, setIsRestored] = useState(false);
  const [id] = useState(() => newId());
  const now = JSON.stringify(words);
  const latest = useRef(now);
  const stored = useRef(now);
  /** Names of the drafts that were shown here. */
  const seen = useRef<string[]>([]);
  /** Null until this device knows the user. */
  const writer = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = now;
  }, [now]);

  function store(typed: Words | null, sentAs?: string): void {
    stored.current = latest.current;
    if (form === null) return;
    const known = writer.current;
    const draft = { name: draftName(form, id), seen: seen.current, words: typed, sentAs };
    // A slow database names the user late. Until then, the text belongs to the user of this device, as in the chat.
    const storing = writeAhead(draft.name, { userId: known ?? "", ...draft }, async () => {
      return await saveFormDraft(draft, known ?? (await formWriter()));
    });
    // Without storage or on a full disk, the input stays in its fields only.
    void storing.catch(() => undefined);
  }
  const drop = () => {
    setIsRestored(false);
    store(null);
  };
  const save = useEffectEvent(() => {
    if (latest.current === stored.current) return;
    if (latest.current === JSON.stringify(initial)) drop();
    else store(JSON.parse(latest.current) as Words); // written above
  });
  function take(draft: FoundDraft | null): void {
    if (draft === null) return;
    const words = { ...initial, ...draft.words };
    const filled = JSON.stringify(words);
    // Do not overwrite text the user has already typed.
    if (![JSON.stringify(initial), filled].includes(latest.current)) return;
    latest.current = stored.current = filled;
    seen.current = [...seen.current, draft.name];
    fill(words);
    setIsRestored(true);
  }
  const restore = useEffectEvent(async (name: string) => {
    writer.current ??= await formWriter();
    // The user need not wait for a slow database.
    take(findAhead(name, writer.current));
    take(await readFormDraft(name));
    save();
  });

  useEffect(() => {
    if (form !== null) void restore(form).catch(() => undefined); // a browser without storage
  }, [form]);
  useEffect(() => {
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  useEffect(() => {
    const stop = onLeaving(() => save());
    return () => {
      stop();
      save(); // the dialog was closed
    };
  }, []);
  return {
    isRestored,
    drop,
    sendAs: (operationId) => store(JSON.parse(latest.current) as Words, operationId), // written above
    startOver() {
      fill(initial);
      drop();
    },
  };
}
