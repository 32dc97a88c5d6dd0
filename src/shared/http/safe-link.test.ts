import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_LINK_LENGTH, safeLink } from "./safe-link.ts";

test("returns web and mail addresses in canonical form with their host", () => {
  expect(safeLink("https://Example.org/a b?q=1#x")).toEqual({
    href: "https://example.org/a%20b?q=1#x",
    host: "example.org",
  });
  expect(safeLink("http://127.0.0.1:3000")).toEqual({
    href: "http://127.0.0.1:3000/",
    host: "127.0.0.1:3000",
  });
  expect(safeLink("http://[::1]:8080/x")?.host).toBe("[::1]:8080");
  expect(safeLink(" https://dust.example ")).toEqual({ href: "https://dust.example/", host: "dust.example" });
  expect(safeLink("mailto:Camp.Lead+gear@Dust.Example")).toEqual({
    href: "mailto:Camp.Lead+gear@dust.example",
    host: "dust.example",
  });
});

test("shows the real host of an address that imitates another one", () => {
  expect(safeLink("https://аpple.example/")?.host).toBe("xn--pple-43d.example");
  expect(safeLink("https://good.example\\@evil.example/")?.host).toBe("good.example");
  expect(safeLink("https://@evil.example/@good.example")?.host).toBe("evil.example");
  expect(safeLink("https:evil.example")?.host).toBe("evil.example");
  expect(safeLink("http://2130706433/")?.host).toBe("127.0.0.1");
});

test("rejects everything else", () => {
  const refused = [
    "",
    "/map",
    "//evil.example/x",
    "evil.example",
    "https://",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://example.org/1",
    "file:///etc/passwd",
    "ftp://example.org/",
    "intent://example.org#Intent;end",
    "tel:+491",
    "https://user:secret@example.org/",
    "https://example.org@evil.example/",
    "https://exa\nmple.org/",
    "https://foo.bar.`baz/",
    "https://example.org/\u202Egnp.exe",
    "https://exam\u200Bple.org/",
    "https://example.org/\u0000",
    "mailto:",
    "mailto:nobody",
    "mailto:a@b.example?bcc=c@d.example",
    "mailto:a@b.example%0d%0aBcc:c@d.example",
    "mailto:a@b.example\r\nBcc:c@d.example",
    "mailto:a%0d%0aBcc:c@b.example",
    "mailto:a@b.example,c@d.example",
    'mailto:"a b"@b.example',
    `https://example.org/${"a".repeat(MAX_LINK_LENGTH)}`,
    `https://example.org/${"ü".repeat(MAX_LINK_LENGTH / 2)}`,
  ];
  for (const text of refused) {
    expect([text, safeLink(text)]).toEqual([text, null]);
  }
});

test("returns only web or mail addresses without credentials for any text", () => {
  const scheme = fc.constantFrom(
    "https://",
    "http:",
    "HTTPS:/\\",
    "mailto:",
    "javascript:",
    "data:",
    "//",
    "",
  );
  const rest = fc.oneof(fc.webUrl(), fc.emailAddress(), fc.string({ unit: "binary" }), fc.string());
  fc.assert(
    fc.property(scheme, rest, (start, end) => {
      const link = safeLink(start + end);
      if (link === null) {
        return;
      }
      const url = new URL(link.href);
      expect(["http:", "https:", "mailto:"]).toContain(url.protocol);
      expect([url.username, url.password]).toEqual(["", ""]);
      expect(link.href).toMatch(/^[\x21-\x7e]+$/);
      expect(url.protocol === "mailto:" ? url.pathname.split("@")[1] : url.host).toBe(link.host);
      expect(safeLink(link.href)).toEqual(link);
    }),
    { seed: 20260703, numRuns: 3_000 },
  );
});
