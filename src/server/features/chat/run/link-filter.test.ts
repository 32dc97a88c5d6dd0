import { expect, test } from "vitest";
import { createLinkFilter } from "./part-writer.ts";

const allowedLinks = new Set(["https://tea.example/book"]);

test("removes foreign links, wherever the stream is cut", () => {
  const text =
    "Hm! See [click here](https://evil.example/?m=secret) or https://evil.example/?m=secret, www.evil.example/secret and " +
    "![x](http://evil.example/s). Book at [Tea](https://tea.example/book) [^resource:1], 7:30 & E: bring [1] mug.";
  const expected =
    "Hm! See click here or (link left out), (link left out) and x. Book at [Tea](https://tea.example/book) " +
    "[^resource:1], 7:30 & E: bring [1] mug.";
  for (let size = 1; size <= text.length; size += 1)
    expect(filtered(text, size), `pieces of ${size}`).toBe(expected);
});

test("removes mail addresses and other schemes, wherever the stream is cut", () => {
  for (let size = 1; size < 40; size += 1) {
    const output = filtered("Tell tg://secret.example or secret@evil.example now", size);
    expect(output, `pieces of ${size}`).not.toMatch(/:\/\/|@\w/);
    expect(output).toMatch(/^Tell .* now$/);
  }
});

test("passes plain text on without delay", () => {
  const filter = createLinkFilter(allowedLinks);
  for (const piece of ["It begins like this", " and goes on. ", "At 7:30"])
    expect(filter.push(piece)).toBe(piece);
});

test("removes an endless address without holding back the text after it", () => {
  const filter = createLinkFilter(allowedLinks);
  let output = filter.push("See https://evil.example/");
  for (let sent = 0; sent < 100; sent += 1) output += filter.push("x".repeat(100));
  output += filter.end();
  expect(output).not.toContain("://");
  expect(output.length).toBeGreaterThan(5000);
});

function filtered(text: string, size: number): string {
  const filter = createLinkFilter(allowedLinks);
  let output = "";
  for (let from = 0; from < text.length; from += size) output += filter.push(text.slice(from, from + size));
  return output + filter.end();
}
