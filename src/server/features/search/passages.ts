/**
 * Characters of a passage. The embedded model reads 128 word pieces, about 450 characters. A query is about one subject, and a
 * vector of five sentences is near to none of the five.
 */
const mostCharacters = 300;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The texts embedded for a document: its title with one to a few sentences of the body each. Always at least one. */
export function passagesOf({ title, body }: { title: string; body: string }): string[] {
  const heading = oneLine(title);
  const passages: string[] = [];
  let passage = "";
  for (const { segment } of sentences.segment(body)) {
    for (const piece of piecesOf(oneLine(segment))) {
      if (passage !== "" && passage.length + 1 + piece.length > mostCharacters) {
        passages.push(passage);
        passage = "";
      }
      passage = passage === "" ? piece : `${passage} ${piece}`;
    }
  }
  if (passage !== "" || passages.length === 0) passages.push(passage);
  return passages.map((text) => [heading, text].filter((part) => part !== "").join(". "));
}

/** Complete sentences; a too long sentence is split, between words if possible. */
function piecesOf(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > mostCharacters) {
    const space = rest.lastIndexOf(" ", mostCharacters);
    const end = space > 0 ? space : mostCharacters;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") pieces.push(rest);
  return pieces;
}

/** The model has no word piece for a line break. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
