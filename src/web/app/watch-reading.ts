/** Pixels from the end. The two thresholds differ by more than the change in the header's height, to prevent flicker. */
const AWAY = 160;
const BACK = 40;

/** Reports whether the user scrolls through the older messages of the chat. @returns a function that stops watching */
export function watchReading(onChange: (isReading: boolean) => void): () => void {
  let isReading = false;
  const handle = ({ target }: Event): void => {
    // The conversation is the only large scroller of the view, but a long draft scrolls as well.
    if (!(target instanceof HTMLElement) || target.clientHeight < innerHeight / 3) return;
    const rest = target.scrollHeight - target.scrollTop - target.clientHeight;
    isReading = rest > (isReading ? BACK : AWAY);
    onChange(isReading);
  };
  document.addEventListener("scroll", handle, { capture: true, passive: true });
  return () => document.removeEventListener("scroll", handle, { capture: true });
}
