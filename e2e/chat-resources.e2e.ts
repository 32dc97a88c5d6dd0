import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { answered, sendMessage } from "./fixtures/talk.ts";

test("links a cited resource to its marker on the map and shows its distance", async ({ open }) => {
  const page = await open("/");
  await sendMessage(page, "who can lend me a generator near 7:30?");
  const sources = page.getByRole("list", { name: "Sources" });
  await expect(sources.getByRole("listitem").first()).toContainText(/7:30.*min walk/);
  await expectAccessible(page);
  const link = sources.getByRole("link", { name: /^Show .* on the map$/ }).first();
  const title = /^Show (.*) on the map$/.exec((await link.getAttribute("aria-label")) ?? "")?.[1] ?? "";
  await link.click();
  await expect(page).toHaveURL(/\/explore\?show=/);
  const marker = page
    .getByRole("button", { name: new RegExp(`^${title}`) })
    .and(page.locator("[aria-pressed='true'], [aria-current], [data-selected]"));
  await expect(marker.first()).toBeVisible();
});

test("shows how to add a resource and confirms the addition in the chat", async ({ open }) => {
  const page = await open("/");
  await sendMessage(page, "how do I add resource?");
  const hint = page.getByRole("region", { name: "Share something" });
  await expect(hint).toBeVisible();
  await answered(page);
  await expectAccessible(page);
  await hint.getByRole("button", { name: "Open the form" }).click();
  const account = page.getByRole("dialog", { name: "Sign up to share something" });
  await account.getByLabel("Pseudonym").fill("Lender Of Lamps");
  await account.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await account.getByRole("button", { name: "Sign Up", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add Resource" });
  await form.getByLabel("Loobricate", { exact: true }).selectOption({ label: "Tinker Row" });
  await form.getByLabel("Resource Type").selectOption({ label: "Gear" });
  await form.getByLabel("Title").fill("Lamp of the night");
  await form.getByLabel("Description").fill("It glows.");
  await form.getByRole("button", { name: "Submit Resource" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("log")).toContainText(
    "Lamp of the night was added to the library. You can view and manage it in the Map view.",
  );
  await expect(hint).toBeHidden();
});

test("lets a member describe a resource to another companion step by step", async ({ open }) => {
  const page = await open("/?dialog=account&mode=sign-up");
  const account = page.getByRole("dialog", { name: "Your account" });
  await account.getByLabel("Pseudonym").fill("Teller Of Tools");
  await account.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await account.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(account).toBeHidden();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const chooser = page.getByRole("dialog", { name: "Companions" });
  await chooser.getByRole("radio", { name: "Ash" }).check();
  await chooser.getByRole("button", { name: "Summon Companion" }).click();
  await expect(chooser).toBeHidden();
  await expect(page.getByRole("heading", { name: "Ash" })).toBeVisible();

  const log = page.getByRole("log");
  await sendMessage(page, "I have a venue and gear to share");
  await expect(log).toContainText("a venue, gear or a talent?");
  await sendMessage(page, "a thing");
  await expect(log).toContainText("I did not get that. Is it a venue, gear or a talent?");
  await sendMessage(page, "cancel");
  await expect(log).toContainText("nothing was added");
  await sendMessage(page, "I have some gear to offer");
  await sendMessage(page, "Copper telescope");
  await sendMessage(page, "Shows the stars in six pieces.");
  const form = page.getByRole("dialog", { name: "Add Resource" });
  await expect(form.getByLabel("Title")).toHaveValue("Copper telescope");
  await expect(form.getByLabel("Description")).toHaveValue("Shows the stars in six pieces.");
  await expect(form.getByLabel("Resource Type")).toHaveValue("gear");
});
