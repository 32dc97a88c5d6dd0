import { expect, test } from "vitest";
import { contextDocuments, sectionsOf } from "./prepare-companions.ts";
import { companionsOf } from "./roster.ts";

test("splits a document at its headings and joins wrapped lines", () => {
  const markdown =
    "# Ash\n\nFor writers.\n\n## A flat tyre!\n\nPush it home.\nBring a tube.\n\n## Dust\nWait.\n";
  expect(sectionsOf(markdown)).toEqual([
    { slug: "a-flat-tyre", title: "A flat tyre!", text: "Push it home. Bring a tube." },
    { slug: "dust", title: "Dust", text: "Wait." },
  ]);
  expect(sectionsOf("no heading")).toEqual([]);
});

test("reports a repeated heading or an empty section at the start", () => {
  expect(() => sectionsOf("## Dust\nWait.\n## dust\nAgain.")).toThrow(/twice/);
  expect(() => sectionsOf("## Dust\n\n## Heat\nShade.")).toThrow(/"Dust" says nothing/);
  expect(() => sectionsOf("## !\nWait.")).toThrow(/says nothing/);
});

test("limits every companion to 25 to 60 sections, short enough to quote", async () => {
  const documents = await contextDocuments({ productName: "Dusty", communityNoun: "Circle" });
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  for (const { id } of companionsOf("Dusty")) {
    const sections = documents.filter((document) => document.id.startsWith(`context:${id}#`));
    expect(sections.length, id).toBeGreaterThanOrEqual(25);
    expect(sections.length, id).toBeLessThanOrEqual(60);
  }
  for (const { id, title, body } of documents) {
    const count = [...sentences.segment(body)].length;
    expect(count, id).toBeLessThanOrEqual(3);
    expect(body.length, id).toBeLessThanOrEqual(400);
    expect(`${title} ${body}`, id).not.toMatch(/[{}—]|looby/i);
  }
});

test("shares the base companion's guide with all talks, under citable ids", async () => {
  const documents = await contextDocuments({ productName: "Looby", communityNoun: "Loobricate" });
  for (const { id, companion, kind, ownerId } of documents) {
    expect(id).toMatch(/^context:[a-z-]+#[a-z0-9-]+$/);
    expect({ kind, ownerId }).toEqual({ kind: "context", ownerId: null });
    expect(companion, id).toBe(id.startsWith("context:base-looby#") ? null : /:(\w+)#/.exec(id)?.[1]);
  }
  expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
});
