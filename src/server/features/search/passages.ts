/**
 * Characters of a passage. The embedded model reads 128 word pieces, about 450 characters, and a question is about one
 * thing: five sentences in one vector are near to none of the five.
 */
const mostCharacters = 300;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The texts a document is embedded as: its title with one to a few sentences of its body each. Always at least one. */
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

/** Whole sentences, except one that is too long: it is cut between words where it has any. */
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

/** A line break is not a piece the model knows. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
