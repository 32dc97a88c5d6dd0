import "fake-indexeddb/auto";
import { Blob, File } from "node:buffer";
import { URL as NodeUrl } from "node:url";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { patient } from "../../../scripts/patience.ts";

// What a browser has and jsdom lacks. Each test file has a page of its own.

// Node's can be stored in the in-memory database; jsdom's cannot be cloned.
Object.assign(globalThis, { Blob, File });
Object.assign(URL, {
  createObjectURL: (file: Blob) => NodeUrl.createObjectURL(file),
  revokeObjectURL: (url: string) => NodeUrl.revokeObjectURL(url),
});
Object.assign(globalThis, { ResizeObserver: observer(), IntersectionObserver: observer() });
Object.assign(window, { matchMedia, scrollTo: () => undefined, isSecureContext: true });
Object.assign(Element.prototype, { getAnimations: () => [], scrollIntoView: () => undefined });
Object.assign(navigator, {
  locks: {
    request: async (_name: string, ...rest: unknown[]) => await (rest.at(-1) as () => Promise<unknown>)(),
    query: async () => ({ held: [], pending: [] }),
  },
});
vi.stubGlobal(
  "BroadcastChannel",
  class extends EventTarget {
    postMessage() {}
    close() {}
  },
);

configure({ asyncUtilTimeout: patient(5_000) });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A desktop with a mouse, without preferences. */
function matchMedia(media: string): MediaQueryList {
  const list = { media, matches: false, onchange: null };
  return Object.assign(new EventTarget(), list) as MediaQueryList;
}

function observer() {
  return class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
