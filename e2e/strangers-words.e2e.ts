import type { Page } from "@playwright/test";
import { signUp } from "../src/shared/features/account/contract.ts";
import { listCommunities } from "../src/shared/features/communities/contract.ts";
import { fillEveryField, hostileWords } from "../src/server/testing/strangers-words.ts";
import { createTestClient, type TestClient } from "../src/server/testing/test-client.ts";
import type { LoobyServer } from "./fixtures/server.ts";
import { expect, test } from "./fixtures/looby.ts";

// The story restarts its server with an operator.
test.use({ server: "own" });

test("shows words full of links, HTML and directions as words on every page", async ({
  looby,
  open,
  context,
}) => {
  const mallory = await clientOf(looby, "Mallory");
  const people = {
    mallory,
    accomplice: await clientOf(looby, "Accomplice"),
    operator: await clientOf(looby, "Boss"),
  };
  await looby.stop();
  await looby.start({ OPERATORS: "boss" });
  for (const words of [hostileWords.html, hostileWords.link, hostileWords.direction])
    await fillEveryField(people, words);
  const { loobricates } = await mallory.call(listCommunities, {});
  const community = loobricates.find(({ name }) => name.endsWith("hall"))?.id ?? "";
  await context.addCookies([...mallory.cookies].map(([name, value]) => ({ name, value, url: looby.url })));
  const page = await open("/about");
  for (const [path, shown] of [
    ["/library", /gizmotron Aloha/],
    ["/borrowing", /gizmotron Aloha/],
    ["/needs", /I'm looking for .*gizmotron/],
    ["/memories", /gizmotron in my tent/],
    ["/me", /hall/],
    [`/community/${community}`, /hall/],
    ["/?dialog=threads", /Sign in|img src|gnp/],
    ["/?dialog=notifications", /gizmotron Aloha/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown).first(), path).toBeVisible();
    expect(await moreThanWords(page), path).toEqual([]);
  }
  await page.goto("/");
  await page.getByRole("textbox", { name: "Message" }).fill("is the gizmotron free?");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Which one do you mean?", { exact: true })).toBeVisible();
  expect(await moreThanWords(page)).toEqual([]);
});

/** A person of this server, as another device. */
async function clientOf(looby: LoobyServer, pseudonym: string): Promise<TestClient> {
  const client = createTestClient(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("origin", looby.url);
    const body = request.method === "GET" ? {} : { body: await request.arrayBuffer() };
    return await fetch(`${looby.url}${pathname}${search}`, { method: request.method, headers, ...body });
  });
  await client.call(signUp, { body: { pseudonym, password: "a tent with 3 poles" } });
  return client;
}

/** Anything that a page makes of such words beyond showing them: elements, links, a wider page, or reversed text beside them. */
async function moreThanWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const made = '[href*="bad.example"], [src*="bad.example"], img[src="x"]';
    const found = [...document.querySelectorAll(made)].map((element) => element.outerHTML.slice(0, 200));
    if (document.documentElement.scrollWidth > window.innerWidth) found.push("wider than the screen");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const words = text.textContent ?? "";
      if (!/[\u202A-\u202E\u2066-\u2069]/.test(words)) continue;
      let element = text.parentElement;
      let isApart = false;
      while (element !== null && getComputedStyle(element).display.startsWith("inline")) {
        isApart ||= /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi);
        element = element.parentElement;
      }
      // Alone in its paragraph it reverses nothing but itself.
      if (!isApart && element?.textContent.trim() !== words.trim())
        found.push(`a direction in ${element?.outerHTML.slice(0, 300) ?? ""}`);
    }
    return found;
  });
}
