import { canStoreFiles, forgetFile, storePart, listParts, readPart } from "#web/offline/copy/stored-files.ts";
import { fetchPart } from "./download/fetch-part.ts";
import { SpeechDownload } from "./download/speech-download.ts";

const LOCK = "looby-speech-download";

/** Whether this browser can recognize speech by itself: it needs https, storage and WebAssembly. */
export function canRecognizeOnDevice(): boolean {
  return canStoreFiles() && "subtle" in crypto && "locks" in navigator && typeof WebAssembly === "object";
}

/** The only instance of this page. */
export const speechDownload = new SpeechDownload({
  store: { storePart, readPart, listParts, forgetFile },
  fetchPart,
  async freeBytes() {
    // The storage manager is missing on plain http and in some browsers.
    const { quota, usage } = (await navigator.storage?.estimate()) ?? {};
    return quota === undefined || usage === undefined ? null : quota - usage;
  },
  persist: async () => await navigator.storage?.persist(),
  async alone(work) {
    return await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
  },
});
