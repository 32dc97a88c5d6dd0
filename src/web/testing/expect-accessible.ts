import axe from "axe-core";
import { expect } from "vitest";

/** Rules about the whole page, and about colors, which jsdom does not compute: the browser stories check them. */
const ofThePage = ["color-contrast", "document-title", "html-has-lang", "page-has-heading-one", "region"];

/** Expects that axe finds no problems on the page. */
export async function expectAccessible(): Promise<void> {
  const rules = Object.fromEntries(ofThePage.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document.body, { rules, resultTypes: ["violations"] });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ""}`)).toEqual([]);
}
