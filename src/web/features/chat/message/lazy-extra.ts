import { type ComponentType, lazy } from "react";

/**
 * A part of an answer that is loaded when it is first shown. It is left out when its code cannot be loaded, until the page is opened
 * again: an error would take the whole conversation from the screen.
 */
export function lazyExtra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}
