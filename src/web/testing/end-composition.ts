import { fireEvent } from "@testing-library/react";

/** Ends the composition of a word as Safari does: first the composition, then the key, marked by its code only. */
export function endComposition(field: Element, key: string): void {
  fireEvent.compositionStart(field);
  fireEvent.compositionEnd(field);
  fireEvent.keyDown(field, { key, keyCode: 229, isComposing: false });
}
