/** Gives everything on the page a size, which jsdom does not: lists that render only what is in view need one. */
export function withLayout(): void {
  Object.defineProperty(HTMLElement.prototype, "offsetParent", {
    get: () => document.body,
    configurable: true,
  });
  const view = document.defaultView;
  if (view !== null) Object.assign(view, { ResizeObserver: SizeOnce });
  Object.assign(globalThis, { ResizeObserver: SizeOnce });
}

/** Reports the size of an element once: 600 pixels for a region that scrolls, 60 for any element in it. */
class SizeOnce {
  readonly #callback: ResizeObserverCallback;

  constructor(notifyObserver: ResizeObserverCallback) {
    this.#callback = notifyObserver;
  }

  observe(target: Element): void {
    const height = target.role === "region" ? 600 : 60;
    const entry = { target, contentRect: { width: 400, height } };
    queueMicrotask(() => this.#callback([entry as ResizeObserverEntry], this));
  }

  unobserve(): void {}
  disconnect(): void {}
}
