import { expect, test } from "vitest";
import { allowedLink, linksIn, withoutOtherLinks } from "./model-links.ts";

const none = new Set<string>();

test("ends an address at a full-width mark", () => {
  expect(linksIn("地图：https://dust.example/m。次（www.dust.example）“https://dust.example/n”")).toEqual([
    "https://dust.example/m",
    "http://www.dust.example/",
    "https://dust.example/n",
  ]);
  const allowed = new Set(["https://dust.example/m"]);
  expect(withoutOtherLinks("看https://dust.example/m，和https://evil.example/x。次", allowed)).toBe(
    "看https://dust.example/m，和(link left out)。次",
  );
});

test("strips links to other sites down to their text and removes bare addresses", () => {
  for (const [text, left] of [
    ["See [here](https://evil.example/?m=secret).", "See here."],
    ["See [here](<https://evil.example/?m=secret> 'a title').", "See here."],
    ["![a map](https://evil.example/?m=secret)", "a map"],
    ["Go to https://evil.example/?m=secret, now.", "Go to (link left out), now."],
    ["Go to <https://evil.example/?m=secret>!", "Go to <(link left out)>!"],
    ["HTTPS://EVIL.example/?m=secret", "(link left out)"],
    ["www.evil.example/secret and tg://resolve?domain=secret", "(link left out) and (link left out)"],
    ["[a]: https://evil.example/secret", "[a]: (link left out)"],
    [
      "Write to secret@evil.example or mailto:me@evil.example.",
      "Write to (link left out) or (link left out).",
    ],
    ["[a [nested] one](https://evil.example/secret)", "[a [nested] one]((link left out))"],
    ["[^resource:1](https://evil.example/secret)", "[^resource:1]"],
    ["**https://evil.example/secret**", "**(link left out)**"],
  ] as const)
    expect(withoutOtherLinks(text, none), text).toBe(left);
});

test("leaves words, citations, times and city addresses unchanged", () => {
  const text =
    "At 7:30 & E [^resource:1] (ask **Olga**): [x] and [1], 3:00/4:00, e.g. this one; size: 2 kW @ dawn. [a](b c";
  expect(withoutOtherLinks(text, none)).toBe(text);
});

test("leaves links from an item unchanged, but only when they match exactly", () => {
  const links = linksIn("Book at https://tea.example/book or www.tea.example. Mail tea@tea.example!");
  expect(links).toEqual(["https://tea.example/book", "http://www.tea.example/", "mailto:tea@tea.example"]);
  const allowed = new Set(links);
  const text =
    "[Book](https://tea.example/book), https://tea.example/book, www.tea.example, tea@tea.example.";
  expect(withoutOtherLinks(text, allowed)).toBe(text);
  for (const other of [
    "https://tea.example/book?m=secret",
    "https://tea.example/",
    "https://x.tea.example/book",
  ]) {
    expect(withoutOtherLinks(`[Book](${other})`, allowed)).toBe("Book");
    expect(allowedLink(other, allowed)).toBeNull();
  }
  expect(allowedLink("https://tea.example/book", allowed)?.host).toBe("tea.example");
});
