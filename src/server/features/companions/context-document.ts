/** One section of a companion's context document. */
export interface Section {
  /** Unique within the document. */
  slug: string;
  title: string;
  text: string;
}

/**
 * Splits a context document into sections: one per `##` heading, with the text below it on one line. Text before the first
 * heading is for the document's authors.
 * @throws RangeError for a section without text, and for a repeated heading
 */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  const slugs = new Set<string>();
  for (const part of markdown.split(/^## /m).slice(1)) {
    const [title = "", ...lines] = part.split("\n").map((line) => line.trim());
    const text = lines.filter((line) => line !== "").join(" ");
    const slug = slugOf(title);
    if (text === "" || slug === "") throw new RangeError(`the section "${title}" says nothing`);
    if (slugs.has(slug)) throw new RangeError(`the section "${title}" is there twice`);
    slugs.add(slug);
    sections.push({ slug, title, text });
  }
  return sections;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
