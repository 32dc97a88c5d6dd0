import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import type { Deps } from "#server/deps.ts";
import { addMissingCodes } from "./repository.ts";
import { companionsOf } from "./roster.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { removeDocumentsExcept, upsertDocuments } from "#server/features/search/repository.ts";

const DOCUMENTS = join(import.meta.dirname, "context");

type World = Pick<Deps, "config" | "database">;

/**
 * Prepares the companions at every start, also on several servers at once: makes this version of their context documents searchable, and
 * creates a code for each companion's tag. Unchanged sections cost no write, and their vectors stay.
 */
export async function prepareCompanions({ config, database }: World): Promise<void> {
  const { productName, communityNoun } = config;
  const documents = await contextDocuments({ productName, communityNoun });
  const codes = companionsOf(productName)
    .filter(({ id }) => !isBaseCompanion(id))
    .map(({ id }) => ({ companion: id, code: randomBytes(16).toString("base64url") }));
  await database.maintenance(({ kysely }) =>
    kysely.transaction().execute(async (db) => {
      await upsertDocuments(db, documents);
      const ids = documents.map(({ id }) => id);
      for (const { id } of companionsOf(productName)) await removeDocumentsExcept(db, prefixOf(id), ids);
      await addMissingCodes(db, codes);
    }),
  );
}

/**
 * All sections of all companions' documents as search documents. Every talk finds the base companion's sections; only talks with another
 * companion find that companion's.
 */
export async function contextDocuments(names: {
  productName: string;
  communityNoun: string;
}): Promise<SearchDocument[]> {
  const companions = companionsOf(names.productName).map(async ({ id }) => {
    const markdown = await readFile(join(DOCUMENTS, `${id}.md`), "utf8");
    return sectionsOf(withNames(markdown, names)).map(({ slug, title, text }): SearchDocument => ({
      id: `${prefixOf(id)}${slug}`,
      kind: "context",
      ownerId: null,
      communityId: null,
      companion: isBaseCompanion(id) ? null : id,
      title,
      body: text,
      place: null,
      latitude: null,
      longitude: null,
    }));
  });
  return (await Promise.all(companions)).flat();
}

/** The documents contain `{product}` and `{community}`, because the names differ between servers. */
function withNames(
  markdown: string,
  { productName, communityNoun }: { productName: string; communityNoun: string },
): string {
  return markdown.replaceAll("{product}", () => productName).replaceAll("{community}", () => communityNoun);
}

function prefixOf(companionId: string): string {
  return `context:${companionId}#`;
}

/** One section of a companion's context document. */
interface Section {
  /** Unique within the document. */
  slug: string;
  title: string;
  text: string;
}

/**
 * Splits a context document into sections: one per `##` heading, with the text below it on one line. Text before the first heading is for
 * the document's authors.
 * @throws RangeError for a section without text and for a repeated heading
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
