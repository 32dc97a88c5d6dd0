import type { CallableAbility } from "./abilities.ts";

/** The user-facing text for each ability used in an answer. */
const words: Record<CallableAbility, string> = {
  find: "looked in the library",
  details: "read an entry",
  availability: "checked days",
  directions: "worked out the way",
  distance: "measured the way",
  "at-address": "looked around a place",
  nearest: "looked for the nearest",
  "where-am-i": "looked where you are",
  "whats-on": "looked what is on",
  my: "looked at what is yours",
  recall: "looked in your notes",
  about: "read the guide",
  "medical-first": "looked for medics",
  borrow: "prepared a request",
  "post-need": "prepared a post",
  share: "prepared an entry",
  remember: "prepared a note",
};

/** "Looked in the library · checked days": each once, in order of use. @param steps names of abilities; unknown names are ignored */
export function wordsOfSteps(steps: readonly string[]): string {
  const known = [...new Set(steps)].filter((step) => Object.hasOwn(words, step));
  const line = known.map((step) => words[step as CallableAbility]).join(" · "); // the names were filtered to keys above
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}
