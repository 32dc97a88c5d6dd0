/** A browser of one engine, as tests use it: the few commands that all three drivers have. */
export interface Driver {
  /** Opens an address in the tab, like one that a user types. */
  open(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Closes the tab and opens a new one with the same storage. */
  reopen(): Promise<void>;
  /** @param body JavaScript of an async function that reads `args`; what it returns must be JSON */
  run(body: string, args: readonly unknown[]): Promise<unknown>;
  /** Presses keys one after the other in the focused element. Special keys are WebDriver's code points: `KEYS`. */
  keys(text: string): Promise<void>;
  /** Presses the primary mouse button at a point of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Chooses a file in the first file input. @param path absolute */
  choose(path: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors that the console of the tab has shown so far. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** The Debian packages that it needs, for the message of a skipped story. */
  readonly packages: string;
  isInstalled(): boolean;
  /** Starts the browser with an empty profile in a window of 1,024 by 720 CSS pixels. */
  start(): Promise<Driver>;
}

/** Source: W3C WebDriver, "keyboard actions". */
export const KEYS = { enter: "\uE007", escape: "\uE00C", tab: "\uE004" } as const;

/** Presses of keys for WebDriver and WebDriver BiDi. Source: W3C WebDriver, "actions". */
export function pressesOf(text: string): object {
  const actions = Array.from(text).flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return { type: "key", id: "keys", actions };
}

/** A press of the primary button of the mouse at a point of the window, as above. */
export function clickAt(x: number, y: number): object {
  return {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  };
}
