import { expect, test } from "vitest";
import { admitScriptUrl } from "./trusted-types.ts";

const here = "https://looby.test";

test("accepts script URLs of our own server, as a path or as a full URL", () => {
  expect(admitScriptUrl("/service-worker.js", here)).toBe("/service-worker.js");
  expect(admitScriptUrl("https://looby.test/assets/a.js", here)).toBe("https://looby.test/assets/a.js");
});

test.each([
  "https://evil.test/x.js",
  "//evil.test/x.js",
  "http://looby.test/x.js",
  "https://looby.test:8443/x.js",
  "https://looby.test@evil.test/x.js",
  "data:text/javascript,alert(1)",
  "blob:https://looby.test/0b6c",
  "javascript:alert(1)",
])("rejects %s", (url) => {
  expect(() => admitScriptUrl(url, here)).toThrow(TypeError);
});
