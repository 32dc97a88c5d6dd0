import { render, screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { keepTranslatable } from "./translated-page.ts";

beforeAll(keepTranslatable);

test("shows the new text in place of the translation of the old one", async () => {
  const { rerender } = render(<Camps count={3} />);
  await translate("3");
  expect(shown()).toBe("[3] camps");
  rerender(<Camps count={4} />);
  await mutationsSeen();
  expect(shown()).toBe("4 camps");
});

test("removes the translation of a text that React removes", async () => {
  const { rerender } = render(<Camps count={3} isNear />);
  await translate(" near you");
  rerender(<Camps count={3} />);
  expect(shown()).toBe("3 camps");
});

test("inserts before a translated text", async () => {
  const { rerender } = render(<Camps count={3} isNear />);
  await translate(" near you");
  rerender(<Camps count={3} isOpen isNear />);
  expect(shown()).toBe("3 camps open near you");
});

test("changes a text again that was translated twice", async () => {
  const { rerender } = render(<Camps count={3} />);
  for (const count of [4, 5]) {
    await translate(String(count - 1));
    rerender(<Camps count={count} />);
    await mutationsSeen();
  }
  expect(shown()).toBe("5 camps");
});

test("restores each text that one translation has replaced", async () => {
  const { rerender } = render(<Camps count={3} isNear />);
  await translate("3", " camps", " near you");
  expect(shown()).toBe("[3 camps near you]");
  rerender(<Camps count={4} />);
  expect(shown()).toBe("4 camps");
});

test("keeps a removed text away that stood beside a translation", async () => {
  const { rerender } = render(<Camps count={3} isOpen isNear />);
  await translate(" open");
  rerender(<Camps count={3} isOpen />);
  await mutationsSeen();
  rerender(<Camps count={3} />);
  expect(shown()).toBe("3 camps");
});

test("removes a text that was translated in a way not known here", () => {
  const { rerender } = render(<Camps count={3} isNear />);
  textNode(" near you").remove();
  rerender(<Camps count={3} />);
  expect(shown()).toBe("3 camps");
});

function Camps({ count, isOpen, isNear }: { count: number; isOpen?: boolean; isNear?: boolean }) {
  return (
    <p>
      {count} camps{isOpen === true ? " open" : null}
      {isNear === true ? " near you" : null}
    </p>
  );
}

function shown(): string | null {
  return screen.getByRole("paragraph").textContent;
}

/** Replaces neighbouring texts by one translation, as Chrome does. */
async function translate(...texts: string[]): Promise<void> {
  const nodes = texts.map(textNode);
  const font = document.createElement("font");
  font.textContent = `[${texts.join("")}]`;
  nodes[0]?.before(font);
  for (const node of nodes) node.remove();
  await mutationsSeen();
}

function textNode(text: string): ChildNode {
  const found = [...screen.getByRole("paragraph").childNodes].find(({ nodeValue }) => nodeValue === text);
  if (found === undefined) throw new Error(`No text node with “${text}”`);
  return found;
}

/** The browser reports mutations in a microtask. */
async function mutationsSeen(): Promise<void> {
  await Promise.resolve();
}
