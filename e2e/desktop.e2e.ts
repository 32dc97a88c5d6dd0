import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { sendMessage } from "./fixtures/talk.ts";

test.use({ viewport: { width: 1_440, height: 900 } });

test(
  "shows conversations, chat and city together, with the cited places highlighted",
  { tag: "@gate" },
  async ({ open }) => {
    const page = await open("/");
    const city = page.getByRole("complementary", { name: "The city" });
    await expect(city.getByRole("button", { name: /places around/ }).first()).toBeVisible();
    await sendMessage(page, "who can lend me a generator near 7:30?");
    const conversations = page.getByRole("list", { name: "Conversations" });
    await expect(conversations.getByRole("listitem")).toHaveCount(1);
    const lit = city.getByRole("button", { name: /, in the answer$/ });
    await expect(lit.first()).toBeVisible();
    await expectAccessible(page);

    const sources = page.getByRole("list", { name: "Sources" });
    const link = sources.getByRole("link", { name: /^Show .* on the map$/ }).first();
    const title = /^Show (.*) on the map$/.exec((await link.getAttribute("aria-label")) ?? "")?.[1] ?? "";
    await link.click();
    await expect(city.getByRole("article", { name: title })).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await city.getByRole("button", { name: "Close" }).click();
    await sources.getByRole("button", { name: title }).first().click();
    await expect(city.getByRole("article", { name: title })).toBeVisible();
    await city.getByRole("tab", { name: "Browse Camps" }).click();
    await expect(city.getByPlaceholder("Filter camps...")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "New chat" }).click();
    await expect(page.getByRole("log")).not.toContainText("generator");
    await conversations
      .getByRole("button", { name: "who can lend me a generator near 7:30?", exact: true })
      .click();
    await expect(page.getByRole("log")).toContainText("generator");
  },
);
