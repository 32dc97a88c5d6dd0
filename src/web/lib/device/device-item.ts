/** A text stored on this device. Where the browser's storage is forbidden or full, it lasts until the page closes. */
export class DeviceItem {
  readonly key: string;
  /** Used where the storage fails. */
  #text: string | null = null;

  constructor(key: string) {
    this.key = key;
  }

  read(): string | null {
    try {
      return this.#text ?? localStorage.getItem(this.key);
    } catch {
      return null;
    }
  }

  write(text: string): void {
    this.#text = null;
    try {
      localStorage.setItem(this.key, text);
    } catch {
      this.#text = text;
    }
  }
}
