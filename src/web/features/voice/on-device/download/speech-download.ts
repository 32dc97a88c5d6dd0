import {
  deviceBytes,
  deviceFiles,
  type DeviceModelName,
  deviceModelNames,
  modelFiles,
} from "#shared/features/voice/device-speech.ts";
import { type FetchFilesOptions, fetchFiles, storedFilesOf, type PartStore } from "./device-files.ts";
import { explainFailure, NoRoomError } from "./download-failures.ts";

export interface SpeechDownloadSnapshot {
  /** False until it was looked what is on this device. */
  isChecked: boolean;
  /** The model that is here whole. */
  ready: DeviceModelName | null;
  /** The download under way. Bytes. */
  fetching: { model: DeviceModelName; done: number; total: number } | null;
  /** What is here of a download that ended early. Bytes. */
  begun: { model: DeviceModelName; done: number; total: number } | null;
  /** Why the last download ended early, and what to do. */
  failure: string | null;
}

export interface SpeechDownloadOptions {
  store: PartStore;
  fetchPart: FetchFilesOptions["fetchPart"];
  /** Bytes this device has left; null when the browser does not say. */
  freeBytes: () => Promise<number | null>;
  /** Asks the browser not to throw away what is kept. */
  persist: () => Promise<unknown>;
  /** Runs the work unless another window of the app does; says whether it ran. */
  alone: (work: () => Promise<void>) => Promise<boolean>;
}

/**
 * The speech model on this device: whether it is here, and its download. Outside React, because a download goes on when
 * the settings are closed. A device has one model at a time; the old one goes when the new one is whole.
 */
export class SpeechDownload {
  readonly #options: SpeechDownloadOptions;
  readonly #listeners = new Set<() => void>();
  #snapshot: SpeechDownloadSnapshot = {
    isChecked: false,
    ready: null,
    fetching: null,
    begun: null,
    failure: null,
  };
  #stopping: AbortController | null = null;

  constructor(options: SpeechDownloadOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): SpeechDownloadSnapshot => this.#snapshot;

  /** Looks what is on this device: another window, or the browser, may have changed it. */
  check = async (): Promise<void> => {
    const { store } = this.#options;
    let ready: DeviceModelName | null = null;
    let begun: SpeechDownloadSnapshot["begun"] = null;
    for (const model of deviceModelNames) {
      const kept = await storedFilesOf(deviceFiles(model), store);
      // The files both models need say nothing about which of them was begun.
      const own = await storedFilesOf(Object.values(modelFiles[model]), store);
      if (kept.isWhole) ready = model;
      else if (own.bytes > 0) begun = { model, done: kept.bytes, total: deviceBytes(model) };
    }
    this.#show({ isChecked: true, ready, begun });
  };

  /** Fetches a model, or what is still missing of it. Never fails: what went wrong is in the snapshot. */
  start = async (model: DeviceModelName): Promise<void> => {
    if (this.#stopping !== null) return;
    const stopping = new AbortController();
    this.#stopping = stopping;
    const total = deviceBytes(model);
    this.#show({ fetching: { model, done: 0, total }, begun: null, failure: null });
    let failure: string | null = null;
    try {
      const isMine = await this.#options.alone(() => this.#fetch(model, stopping.signal));
      if (!isMine) failure = "Another window of Looby is downloading it already.";
    } catch (error) {
      if (!stopping.signal.aborted) failure = explainFailure(error);
    }
    this.#stopping = null;
    await this.check().catch(() => undefined);
    this.#show({ fetching: null, failure });
  };

  /** Ends the download; what is here stays, so that it can go on. */
  stop = (): void => this.#stopping?.abort();

  /** Takes every model off this device, and what is here of one. */
  remove = async (): Promise<void> => {
    this.stop();
    const files = new Set(deviceModelNames.flatMap(deviceFiles).map(({ sha256 }) => sha256));
    for (const sha256 of files) await this.#options.store.forgetFile(sha256);
    this.#show({ failure: null });
    await this.check();
  };

  async #fetch(model: DeviceModelName, signal: AbortSignal): Promise<void> {
    const { store, fetchPart, freeBytes, persist } = this.#options;
    const files = deviceFiles(model);
    const total = deviceBytes(model);
    const missing = total - (await storedFilesOf(files, store)).bytes;
    const free = await freeBytes();
    if (free !== null && free < missing) throw new NoRoomError(missing, free);
    await persist().catch(() => undefined);
    const onProgress = (done: number) => this.#show({ fetching: { model, done, total } });
    await fetchFiles(files, { store, fetchPart, signal, onProgress });
    const needed = new Set(files.map(({ sha256 }) => sha256));
    for (const { sha256 } of deviceModelNames.flatMap(deviceFiles)) {
      if (!needed.has(sha256)) await store.forgetFile(sha256);
    }
  }

  #show(change: Partial<SpeechDownloadSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
