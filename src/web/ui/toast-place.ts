// Toasts stand in the flow of what is on top, so that they cover nothing: the page below its header, or the dialog over it.
// Every dialog is loaded with few bytes to spare, so a place is an element with `data-toasts`, and the toasts look for it.

/** The place that was added to the document last; null where none is. */
export function toastPlace(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>("[data-toasts]")].at(-1) ?? null;
}

/** For `useSyncExternalStore`: a dialog opens or closes. */
export function subscribeToToastPlace(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-toasts"] });
  return () => observer.disconnect();
}
