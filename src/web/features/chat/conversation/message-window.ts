/** Number of messages rendered at first and after a jump to the end. */
const AT_FIRST = 40;
/** Number of messages added by one step. */
const STEP = 40;
/** Maximum number of rendered messages, so that a long conversation scrolls as smoothly as a short one. */
const MOST = 100;

/** The rendered part of a conversation. It uses ids, because messages are added at both ends. */
export interface MessageWindow {
  /** The first rendered message; null: the initial number of messages before the last one. */
  firstId: string | null;
  /** The last rendered message; null: the end, which may grow. */
  lastId: string | null;
}

/** Indexes; `to` is exclusive. */
export interface Slice {
  from: number;
  to: number;
}

export const endWindow: MessageWindow = { firstId: null, lastId: null };

type Item = { id: string };

export function sliceOf(items: readonly Item[], { firstId, lastId }: MessageWindow): Slice {
  const last = lastId === null ? -1 : items.findIndex(({ id }) => id === lastId);
  const to = last === -1 ? items.length : last + 1;
  const first = firstId === null ? -1 : items.findIndex(({ id }) => id === firstId);
  const from = first === -1 || first >= to ? to - AT_FIRST : first;
  return { from: Math.max(0, from, to - MOST), to };
}

/** One step up. Messages beyond the maximum are removed at the end. */
export function earlierWindow(items: readonly Item[], window: MessageWindow): MessageWindow {
  const { from, to } = sliceOf(items, window);
  const first = Math.max(0, from - STEP);
  return between(items, { from: first, to: Math.min(to, first + MOST) });
}

/** One step down. Messages beyond the maximum are removed at the start. */
export function laterWindow(items: readonly Item[], window: MessageWindow): MessageWindow {
  const { from, to } = sliceOf(items, window);
  const last = Math.min(items.length, to + STEP);
  return between(items, { from: Math.max(from, last - MOST), to: last });
}

/** The part with a message: the end if it is there, else the messages on both sides of it. */
export function windowAround(items: readonly Item[], id: string): MessageWindow {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1 || index >= sliceOf(items, endWindow).from) return endWindow;
  const from = Math.max(0, index - STEP / 2);
  return between(items, { from, to: Math.min(items.length, from + AT_FIRST) });
}

function between(items: readonly Item[], { from, to }: Slice): MessageWindow {
  return {
    firstId: items[from]?.id ?? null,
    lastId: to >= items.length ? null : (items[to - 1]?.id ?? null),
  };
}
