/**
 * The words of a note in one spelling: two notes are equal when this is equal. Case, punctuation, spaces and width do not count. Symbols
 * and emoji do, and so does punctuation that changes a number: "3.5", "-5", "7:30", "50 %".
 */
export function sameWords(note: string): string {
  const words = note
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/(?!%)\p{P}(?!\p{N})/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words === "" ? note.trim() : words;
}
