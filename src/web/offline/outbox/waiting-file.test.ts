import { expect, test } from "vitest";
import { pageOf } from "./waiting-file.ts";

test("escapes markup in the text of a saved page", async () => {
  const body = { title: '<img src=x onerror="run()"> & more', note: "Bakes.\nSlowly." };
  const page = await (await pageOf([{ label: "<b>Oven</b>", createdAt: 0, body }])).text();
  expect(page).toContain("<h2>&lt;b>Oven&lt;/b></h2>");
  expect(page).toContain("<dd>&lt;img src=x onerror=&quot;run()&quot;> &amp; more</dd>");
  expect(page).toContain("<dd>Bakes.\nSlowly.</dd>");
});

test("embeds photos and sound in a saved page, naming each lost file", async () => {
  const photo = new File(["pixels"], "oven.png", { type: "image/png" });
  const sound = new Blob(["sound"], { type: 'audio/webm;codecs="opus"' });
  const lost = new File(["gone"], "lost.png");
  lost.arrayBuffer = () => Promise.reject(new Error("The browser has lost it."));
  const page = await (await pageOf([{ label: "Oven", createdAt: 0, body: { photo, sound, lost } }])).text();
  expect(page).toContain(`<img alt="" src="data:image/png;base64,${btoa("pixels")}"> oven.png, 1 kB`);
  expect(page).toContain(
    `<audio controls src="data:audio/webm;codecs=&quot;opus&quot;;base64,${btoa("sound")}">`,
  );
  expect(page).toContain("lost.png, 1 kB: lost");
});
