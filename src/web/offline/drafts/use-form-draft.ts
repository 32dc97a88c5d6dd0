import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

/** Milliseconds after the last key until what is typed is stored: no more is lost with the battery. */
const PAUSE_MS = 400;

/** What was typed into a form and is kept on this device until it is sent. */
export interface FormDraft {
  /** What was typed before a reload is in the form again. */
  isRestored: boolean;
  /** It was sent, or thrown away: nothing of it stays on this device. */
  drop: () => void;
  /** Empties the form, as it was before anything was typed. */
  startOver: () => void;
}

/**
 * Keeps what is typed into a form through a reload, a dead battery and a closed dialog.
 * @param form its name, with the id of what it is about; null keeps nothing
 * @param words what stands in its fields now; never a password
 * @param fill puts words into the fields
 */
export function useFormDraft<Words extends Record<string, string>>(
  form: string | null,
  words: Words,
  fill: (words: Words) => void,
): FormDraft {
  const [initial] = useState(words);
  const [isRestored, setIsRestored] = useState(false);
  const now = JSON.stringify(words);
  const latest = useRef(now);
  const stored = useRef(now);
  const writer = useRef<Promise<string> | null>(null);
  useLayoutEffect(() => {
    latest.current = now;
  }, [now]);

  function store(work: (drafts: typeof import("./form-drafts.ts"), name: string) => Promise<void>): void {
    stored.current = latest.current;
    // A browser that keeps nothing, a full disk: what is typed stays in its field.
    if (form !== null)
      void import("./form-drafts.ts").then((drafts) => work(drafts, form)).catch(() => undefined);
  }
  const drop = () => {
    setIsRestored(false);
    store(async (drafts, name) => drafts.dropFormDraft(name));
  };
  const save = useEffectEvent(() => {
    if (latest.current === stored.current) return;
    const typed = JSON.parse(latest.current) as Words; // written above
    if (latest.current === JSON.stringify(initial)) drop();
    else
      store(async (drafts, name) => {
        const typedBy = await writer.current;
        if (typedBy !== null) await drafts.saveFormDraft(name, typed, typedBy);
      });
  });
  const restore = useEffectEvent(async (name: string) => {
    const { formWriter, readFormDraft } = await import("./form-drafts.ts");
    writer.current ??= formWriter();
    const kept = await readFormDraft(name);
    // A user who types already is not interrupted.
    if (kept === null || latest.current !== JSON.stringify(initial)) return;
    const filled = { ...initial, ...kept };
    stored.current = JSON.stringify(filled);
    fill(filled);
    setIsRestored(true);
  });

  useEffect(() => {
    if (form !== null) void restore(form).catch(() => undefined); // a browser that keeps nothing
  }, [form]);
  useEffect(() => {
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  useEffect(() => {
    const handleLeaving = () => save();
    addEventListener("pagehide", handleLeaving);
    return () => {
      removeEventListener("pagehide", handleLeaving);
      handleLeaving(); // the dialog was closed
    };
  }, []);
  return {
    isRestored,
    drop,
    startOver() {
      fill(initial);
      drop();
    },
  };
}
