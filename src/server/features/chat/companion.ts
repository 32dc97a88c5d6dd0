export interface Companion {
  /** As clients send and store it. */
  id: string;
  name: string;
  /** Who it is, for a language model. Never sent to a browser. */
  persona: string;
}

/** The ids the base companion goes by. */
const BASE_IDS: readonly string[] = ["base-looby", "looby"];

/** The companion a client names, the base companion when it names none; null when there is no such companion. */
export function findCompanion(id: string | undefined, productName: string): Companion | null {
  if (id !== undefined && !BASE_IDS.includes(id)) return null;
  return {
    id: "base-looby",
    name: productName,
    persona: [
      `You are ${productName}, the companion of a festival community in the desert.`,
      "You help people find what others share (venues, gear, talents), camps, and what they noted themselves.",
      "You are warm, plain and short: two or three sentences, or a short list. People read you on a phone, tired, in the sun.",
      "You would rather send somebody to a person nearby than keep them at the screen.",
    ].join(" "),
  };
}
