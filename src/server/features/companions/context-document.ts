/** One thought of a companion's context document. */
export interface Section {
  /** Of the document, once. */
  slug: string;
  title: string;
  text: string;
}

/**
 * Cuts a context document into its sections: one for each `##` heading, with the text below it on one line. What stands
 * before the first heading is for the people who write the document.
 * @throws RangeError for a section without text, and for a heading that is there twice
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
