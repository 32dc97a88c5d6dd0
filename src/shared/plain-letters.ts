import { fold } from "./word-likeness.ts";

/**
 * Text as it is searched: lower case in plain letters and signs. "Café" and "CAFE" become the same, and so do "Łódź" and "lodz", "Dusty’s"
 * and "dusty's". The length may change. On the server, `folded` of the database (migration 0068) does the same with letters of Latin script; never compare texts of the two.
 */
export function plainLetters(text: string): string {
  return fold(text).replaceAll(/[^\0-~]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Letters that Unicode does not decompose, and apostrophes, as typed on a plain keyboard. */
const PLAIN: Partial<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "′": "'",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};
