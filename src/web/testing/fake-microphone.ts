import { vi } from "vitest";

/** The microphone of the user's device, and the browser's recorder. */
export class FakeMicrophone {
  /** The words of the recording when it ends. */
  sound = "words";
  /** Name of the browser's error when the page requests the microphone; null grants it. */
  refusal: string | null = null;
  readonly #track = Object.assign(new EventTarget(), { stop: vi.fn<() => void>() });

  constructor() {
    const tracks = () => [this.#track];
    const getUserMedia = async () => {
      if (this.refusal !== null) throw new DOMException("no microphone", this.refusal);
      return { getTracks: tracks, getAudioTracks: tracks };
    };
    Object.assign(navigator, { mediaDevices: { getUserMedia } });
    vi.stubGlobal(
      "MediaRecorder",
      recorderOf(() => this.sound),
    );
  }

  /** Whether the page has released the microphone. */
  get isReleased(): boolean {
    return this.#track.stop.mock.calls.length > 0;
  }

  /** The system takes the microphone away, as for a phone call. */
  takeAway(): void {
    this.#track.dispatchEvent(new Event("ended"));
  }
}

function recorderOf(sound: () => string) {
  return class extends EventTarget {
    static isTypeSupported = () => true;
    readonly mimeType = "audio/webm";
    state = "inactive";

    start(): void {
      this.state = "recording";
    }

    stop(): void {
      this.state = "inactive";
      queueMicrotask(() => {
        const data = new Blob([sound()], { type: this.mimeType });
        this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
        this.dispatchEvent(new Event("stop"));
      });
    }
  };
}
