import "fake-indexeddb/auto";
import { Blob, File } from "node:buffer";
import { TextDecoderStream, TransformStream } from "node:stream/web";
import { URL as NodeUrl } from "node:url";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { patient } from "../../../scripts/patience.ts";

// Browser features that jsdom lacks. Each test file has its own page.

// Node's can be stored in the in-memory database; jsdom's cannot be cloned.
Object.assign(globalThis, { Blob, File, TextDecoderStream, TransformStream });
const jsdomForm = FormData;
const { constructor } = await new Response(new URLSearchParams()).formData();
/** Node's `FormData`, which accepts Node's files, with the texts of a form's fields. */
class PageForm extends (constructor as typeof FormData) {
  constructor(form?: HTMLFormElement) {
    super();
    if (form === undefined) return;
    for (const [name, value] of new jsdomForm(form)) if (typeof value === "string") this.append(name, value);
  }
}
Object.assign(globalThis, { FormData: PageForm });
Object.assign(URL, {
  createObjectURL: (file: Blob) => NodeUrl.createObjectURL(file),
  revokeObjectURL: (url: string) => NodeUrl.revokeObjectURL(url),
});
Object.assign(globalThis, { ResizeObserver: observer(), IntersectionObserver: observer() });
Object.assign(window, { matchMedia, scrollTo: () => undefined, isSecureContext: true });
Object.assign(Element.prototype, { getAnimations: () => [], scrollIntoView: () => undefined });
/** Names of the locks held now. Requests never wait for a lock, because the test has no other window. */
const held = new Set<string>();
Object.assign(performance, { getEntriesByType: () => [], mark: () => undefined });
Object.assign(navigator, {
  locks: {
    request: async (name: string, ...rest: unknown[]) => {
      held.add(name);
      return await (rest.at(-1) as () => Promise<unknown>)().finally(() => held.delete(name));
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
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
