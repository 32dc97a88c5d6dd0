import { fold } from "#shared/word-likeness.ts";

const slang: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    u: ["you"],
    ur: ["your"],
    pls: ["please"],
    plz: ["please"],
    rn: ["right", "now"],
    bf: ["boyfriend"],
    gf: ["girlfriend"],
    gonna: ["going", "to"],
    wanna: ["want", "to"],
    khole: ["k", "hole"],
    hilfe: ["help"],
    notfall: ["emergency"],
    notarzt: ["ambulance"],
    krankenwagen: ["ambulance"],
    ayuda: ["help"],
    socorro: ["help"],
    hlp: ["help"],
    feuer: ["fire"],
    brennt: ["on", "fire"],
    feu: ["fire"],
    fuego: ["fire"],
    incendio: ["fire"],
    arzt: ["doctor"],
    sanitater: ["medic"],
    medecin: ["doctor"],
    ambulancia: ["ambulance"],
    emergencia: ["emergency"],
    urgence: ["emergency"],
    secours: ["help"],
    bewusstlos: ["unconscious"],
    inconsciente: ["unconscious"],
  }),
);

/**
 * Splits a message into lower case words without accents. "he's" becomes "he s", "can't" becomes "cant"; other punctuation separates words.
 */
export function plainWords(message: string): string[] {
  return (
    fold(message)
      .replaceAll(/\bod['’](?:d|ed|ing)\b/g, "overdosed")
      .replaceAll(/['’‘`´]s\b/g, " s")
      .replaceAll(/['’‘`´]/g, "")
      // "heeelp", "sooo": no English word has the same letter three times in a row.
      .replaceAll(/(\p{L})\1{2,}/gu, "$1")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .flatMap((word) => slang.get(word) ?? word)
  );
}
