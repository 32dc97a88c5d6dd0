/** Number of component calls by React, by area of the page. */
export type Renders = Record<"header" | "conversation" | "chat around it" | "page around it", number>;

declare global {
  interface Window {
    benchRenders: Renders;
    __REACT_DEVTOOLS_GLOBAL_HOOK__: object;
  }
}

interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
  return: Fiber | null;
  stateNode: unknown;
}

/**
 * Starts counting what React renders, in the same way as its DevTools: React calls a hook after every commit. Runs in the page before React
 * does, and must not use anything from this file.
 */
export function countRenders(): void {
  const PERFORMED_WORK = 1;
  const HOST = 5;
  /** Function, class and forward-ref components, and those of `memo` without a custom comparison. */
  const COMPONENTS = new Set([0, 1, 11, 15]);
  window.benchRenders = { header: 0, conversation: 0, "chat around it": 0, "page around it": 0 };

  function visit(fiber: Fiber): void {
    const before = fiber.alternate;
    const isNew = before === null;
    if (COMPONENTS.has(fiber.tag) && (isNew || (fiber.flags & PERFORMED_WORK) !== 0))
      window.benchRenders[areaOf(fiber)] += 1;
    // The same children: React did not visit the subtree.
    if (!isNew && fiber.child === before.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) visit(child);
  }

  function areaOf(fiber: Fiber): keyof Renders {
    let host = fiber.return;
    while (host !== null && host.tag !== HOST) host = host.return;
    const element = host?.stateNode;
    if (!(element instanceof Element)) return "page around it";
    if (element.closest("#main") === null) return element.closest("header") ? "header" : "page around it";
    return element.closest('[role="log"]') ? "conversation" : "chat around it";
  }

  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current),
  };
}
