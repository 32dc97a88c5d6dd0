import { expect, test } from "vitest";
import { decodeEntities } from "./decode-entities.ts";

test("decodes named and numeric references once", () => {
  expect(decodeEntities("Tom &amp; Ann &lt;3 &quot;tea&quot; &#38;&#x26; caf&eacute; 20&deg;")).toBe(
    'Tom & Ann <3 "tea" && café 20°',
  );
  expect(decodeEntities("&amp;lt;b&amp;gt;")).toBe("&lt;b&gt;");
});

test("leaves or replaces an invalid reference as CommonMark defines", () => {
  expect(decodeEntities("R&D &unknown; &constructor; &amp &#; &#x; &#12345678;")).toBe(
    "R&D &unknown; &constructor; &amp &#; &#x; &#12345678;",
  );
  expect(decodeEntities("&#0; &#xD800; &#x110000;")).toBe("\uFFFD \uFFFD \uFFFD");
});
