import { createAtom, type ReadonlyAtom } from "@tanstack/store";
import {
  deviceBytes,
  deviceFiles,
  type DeviceModelName,
  deviceModelNames,
  modelFiles,
} from "#shared/features/voice/device-speech.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import {
  DamagedFileError,
  fetchFiles,
  type FetchFilesOptions,
  type PartStore,
  storedFilesOf,
} from "./device-files.ts";

export interface SpeechDownloadState {
  /** False until the stored files were checked. */
  isChecked: boolean;
  /** The model that is completely stored. */
  ready: DeviceModelName | null;
  /** The current download, in bytes. */
  fetching: { model: DeviceModelName; done: number; total: number } | null;
  /** A download that ended early, in bytes stored. */
  begun: { model: DeviceModelName; done: number; total: number } | null;
  /** The reason why the last download ended early, and the next step for the user. */
  failure: string | null;
}

export interface SpeechDownloadOptions {
  store: PartStore;
  fetchPart: FetchFilesOptions["fetchPart"];
  /** Bytes left on this device; null when the browser does not report it. */
  freeBytes: () => Promise<number | null>;
  /** Asks the browser not to evict the stored files. */
  persist: () => Promise<unknown>;
  /** Runs the work unless another window of the app is already running it; returns whether it ran. */
  alone: (work: () => Promise<void>) => Promise<boolean>;
}

/**
 * The speech model on this device and its download. Outside React, because a download continues when the settings are closed. A device has
 * one model at a time; the old one is deleted when the new one is complete.
 */
export class SpeechDownload {
  readonly #options: SpeechDownloadOptions;
  readonly #state = createAtom<SpeechDownloadState>({
    isChecked: false,
    ready: null,
    fetching: null,
    begun: null,
    failure: null,
  });
  #stopping: AbortController | null = null;

  constructor(options: SpeechDownloadOptions) {
    this.#options = options;
  }

  get state(): ReadonlyAtom<SpeechDownloadState> {
    return this.#state;
  }

  /** Checks the stored files: another window, or the browser, may have changed them. */
  check = async (): Promise<void> => {
    const { store } = this.#options;
    let ready: DeviceModelName | null = null;
    let begun: SpeechDownloadState["begun"] = null;
    for (const model of deviceModelNames) {
      const stored = await storedFilesOf(deviceFiles(model), store);
      // The files shared by both models do not show which model was being downloaded.
      const ofModel = await storedFilesOf(Object.values(modelFiles[model]), store);
      if (stored.isWhole) ready = model;
      else if (ofModel.bytes > 0) begun = { model, done: stored.bytes, total: deviceBytes(model) };
    }
    this.#show({ isChecked: true, ready, begun });
  };

  /** Downloads a model, or its missing parts. Never rejects: errors are in the state. */
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

  /** Stops the download. Stored parts are preserved, so that it can resume. */
  stop = (): void => this.#stopping?.abort();

  /** Deletes all models and all parts from this device. */
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

  #show(change: Partial<SpeechDownloadState>): void {
    this.#state.set((before) => ({ ...before, ...change }));
  }
}

/** The device has less free storage than the files need. */
class NoRoomError extends Error {
  override name = "NoRoomError";
  constructor(missing: number, free: number) {
    super(
      `This device has ${megabytes(free)} left for Looby and the download needs ${megabytes(missing)}. Make room, or choose the smaller model.`,
    );
  }
}

/** The reason why a download ended, as a sentence with the next step. */
function explainFailure(error: unknown): string {
  if (error instanceof NoRoomError) return error.message;
  if (error instanceof DamagedFileError) {
    return "A file arrived damaged and was thrown away. Please download again.";
  }
  if (error instanceof ApiError && error.code === "unreachable") {
    return "The signal was lost. Your download so far is saved: continue when it is back.";
  }
  if (error instanceof ApiError) return error.message;
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return "This device has no room left. Make room, or choose the smaller model, and go on.";
  }
  return "This browser could not store the files. If this is a private window, use another one; otherwise please try again.";
}

/** Formats bytes as "45 MB". */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
