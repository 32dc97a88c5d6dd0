/** One paragraph of words: no links, addresses, numbers to call, markup or anything invisible. For what a model writes. */
export function isPlain(text: string): boolean {
  return !/https?:|www\.|\S@\S|[<>{}[\]`\p{Cc}\p{Default_Ignorable_Code_Point}]|\d[\d ()/.-]{6,}\d/u.test(
    text,
  );
}

/** The JSON object in what a model said, whatever stands around it; null when there is none. */
export function jsonIn(said: string): unknown {
  try {
    return JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  } catch {
    return null;
  }
}
