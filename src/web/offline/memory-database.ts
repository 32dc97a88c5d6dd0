/** An IndexedDB in the page's memory, in the place of the browser's. */
export interface Memory {
  /** The browser's own. */
  native: IDBFactory;
  /** Gives the page the browser's own classes back; the rows in memory stay. */
  leave: () => void;
  /** Replaces the browser's classes again. */
  enter: () => void;
}

/** Replaces the browser's IndexedDB in this page by one in memory. */
export async function beginMemory(): Promise<Memory> {
  const classes = await import("fake-indexeddb");
  const native = indexedDB;
  const fakes = Object.entries({ ...classes, indexedDB: new classes.IDBFactory() });
  const own = fakes.map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of fakes) passAsEachOther(Reflect.get(globalThis, name), value);
  const enter = () => {
    for (const [name, value] of fakes)
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  enter();
  return {
    native,
    enter,
    leave() {
      for (const [name, descriptor] of own) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    },
  };
}

/** `idb` has noted the classes of the first database it wrapped, and wraps only their instances. */
function passAsEachOther(one: unknown, other: unknown): void {
  if (typeof one !== "function" || typeof other !== "function" || one === other) return;
  const isOf = (thing: unknown, made: unknown) => Function.prototype[Symbol.hasInstance].call(made, thing);
  const value = (thing: unknown) => isOf(thing, one) || isOf(thing, other);
  for (const made of [one, other])
    Object.defineProperty(made, Symbol.hasInstance, { value, configurable: true });
}
