import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

// Wide enough for the list with a listing beside it.
test.use({ viewport: { width: 1_280, height: 720 } });

// A visitor browses the library; a user adds an entry, edits it and archives it.

test(
  "lets a visitor search, filter, turn pages and open an item from the list",
  { tag: "@gate" },
  async ({ open }) => {
    const page = await open("/library");
    const list = page.getByRole("region", { name: "All listings" });
    const cards = list.locator("ul").getByRole("listitem");
    await expect(cards).toHaveCount(6);
    const first = await cards.first().innerText();
    await list.getByRole("button", { name: "Next" }).click();
    await expect(list.getByText("Page 2")).toBeVisible();
    await expect(cards.first()).not.toHaveText(first);
    await list.getByRole("button", { name: "Previous" }).click();
    await expect(cards.first()).toContainText(first.split("\n")[0] ?? "");
    await list.getByRole("button", { name: "View" }).click();
    await list.getByLabel("Per page").selectOption("24");
    await expect(cards).toHaveCount(24);
    await list.getByRole("button", { name: "Gear", exact: true }).click();
    await expect(cards.filter({ hasText: "Gear" })).toHaveCount(24);
    await list.getByLabel("Sort").selectOption({ label: "Oldest" });
    await list.getByRole("button", { name: "List" }).click();
    await expect(list.getByRole("button", { name: "List" })).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);

    await list.getByLabel("Search the library").fill("xyzzyplugh");
    await expect(list.getByText("No listings match")).toBeVisible();
    await list.getByRole("button", { name: "Clear filters" }).click();
    await expect(cards).toHaveCount(24);
    await list.getByLabel("Search the library").fill("generator");
    await list
      .getByRole("button", { name: /generator/i })
      .first()
      .click();
    // It opens beside the list, with its own address, so that reload and back work.
    await expect(page).toHaveURL(/\/library\?.*listing=/);
    const detail = page.getByRole("complementary", { name: /generator/i });
    await expect(detail.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(detail.getByRole("heading", { name: "History" })).toBeVisible();
    await expect(detail.getByText("Added to the library")).toBeVisible();
    await expect(detail.getByRole("button", { name: "Edit" })).toBeHidden();
    await expectAccessible(page);
    await page.reload();
    await expect(detail.getByRole("heading", { name: "History" })).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Nothing chosen yet")).toBeVisible();
    await page.goForward();
    await detail.getByRole("button", { name: "Show on Map" }).click();
    await expect(page).toHaveURL(/\/explore\?show=/);
  },
);

test("sorts by distance only after a tap and explains a denied location", async ({ open }) => {
  const page = await open("/library");
  const list = page.getByRole("region", { name: "All listings" });
  await list.getByRole("button", { name: "Near me" }).click();
  await expect(list.getByText(/Allow it to use your location/)).toBeVisible();
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 40.7864, longitude: -119.2065 });
  await list.getByRole("button", { name: "Near me" }).click();
  await expect(list.getByText(/\d k?m$/).first()).toBeVisible();
  await list.getByRole("button", { name: "Free now" }).click();
  await expect(list.getByText("Unavailable")).toHaveCount(0);
});

test("opens an item in a sheet on a phone, also from an address shared by a desktop", async ({ open }) => {
  const page = await open("/about");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Library" }).click();
  const first = page.getByRole("region", { name: "All listings" }).locator("ul").getByRole("button").first();
  const title = await first.innerText();
  await first.click();
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  await page.goto(`/library?listing=${id}`);
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
});

test(
  "checks every field of a new entry and lets its owner change or delete it",
  { tag: "@gate" },
  async ({ open }) => {
    const page = await open("/add?type=gear");
    await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
    await signUp(page, "Lantern Lender");
    await page.goto("/add?type=gear");
    await page.getByRole("button", { name: "Add Gear" }).click();
    for (const message of [
      "Please select a Loobricate community",
      "Gear name is required",
      "Description is required",
      "Please add at least one photo",
    ])
      await expect(page.getByText(message).first()).toBeVisible();
    await page.getByRole("group", { name: "What to add" }).getByRole("button", { name: "Location" }).click();
    await expect(page.getByText("Location name is required").first()).toBeVisible();
    await page.getByRole("group", { name: "What to add" }).getByRole("button", { name: "Gear" }).click();
    await page.getByLabel("Loobricate", { exact: true }).selectOption({ label: "Tinker Row" });
    await page.getByLabel("Gear name").fill("Brass lantern");
    await page.getByLabel("Description").fill("Burns all night.");
    await page.getByLabel("Address (optional)").fill("7:30 & e");
    await page.locator("[role=option]", { hasText: "7:30 & Enchant" }).click();
    await expect(page.getByText("On the map: 7:30 & Enchant")).toBeVisible();
    const tags = page.getByLabel("Tags (optional)").first();
    await tags.pressSequentially("ligh");
    await page.locator("[role=option]", { hasText: "lights" }).click();
    await tags.fill("Lights");
    await tags.press("Enter");
    await expect(page.getByRole("button", { name: "Remove lights" })).toHaveCount(1);
    await page.locator('input[type="file"]').setInputFiles([
      { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") },
      { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(5_242_881) },
    ]);
    await expect(page.getByText("Please upload only image files")).toBeVisible();
    await expect(page.getByText("Image size should be less than 5MB")).toBeVisible();
    await page.locator('input[type="file"]').setInputFiles(await pictures(3));
    await expect(page.getByRole("button", { name: "Remove photo 3" })).toBeVisible();
    await page.getByRole("button", { name: "Add Gear" }).click();

    const card = page
      .getByRole("list", { name: "My resources" })
      .getByRole("button", { name: "Brass lantern" });
    await card.click();
    const dialog = page.getByRole("dialog", { name: "Brass lantern" });
    const photo = dialog.getByRole("img", { name: /Brass lantern, \d of 3/ });
    await expect(photo).toHaveAccessibleName("Brass lantern, 1 of 3");
    await dialog.getByRole("button", { name: "Previous photo" }).click();
    await expect(photo).toHaveAccessibleName("Brass lantern, 3 of 3");
    await page.keyboard.press("ArrowRight");
    await expect(photo).toHaveAccessibleName("Brass lantern, 1 of 3");
    await dialog.getByRole("button", { name: "Show photo 2" }).click();
    await expect(photo).toHaveAccessibleName("Brass lantern, 2 of 3");
    await expectAccessible(page);

    await dialog.getByRole("button", { name: "Edit", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Edit gear" });
    await form.getByLabel("Title").fill(" ");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await expect(form.getByRole("alert").filter({ hasText: "Title is required" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page
      .getByRole("alertdialog", { name: "Discard your changes?" })
      .getByRole("button", { name: "Cancel" })
      .click();
    await form.getByLabel("Title").fill("Brass lamp");
    await form.getByLabel("Status").selectOption({ label: "Maintenance" });
    await form.getByRole("button", { name: "Remove photo 3" }).click();
    await form.getByRole("button", { name: "Move photo 2 earlier" }).click();
    await form.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Changes saved.")).toBeVisible();

    const changed = page
      .getByRole("list", { name: "My resources" })
      .getByRole("button", { name: "Brass lamp" });
    await changed.click();
    const lamp = page.getByRole("dialog", { name: "Brass lamp" });
    await expect(lamp.getByText("Went into maintenance")).toBeVisible();
    await expect(lamp.getByRole("button", { name: /Show photo/ })).toHaveCount(2);
    await lamp.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    // Until then it is shown twice: in the list and in the open dialog.
    await expect(page.getByText("Archived")).toHaveCount(0);
    await changed.click();
    await lamp.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Brass lamp was deleted.")).toBeVisible();
    await expect(page.getByText("Nothing shared yet")).toBeVisible();
  },
);

test("shares an item with four taps and its description", async ({ handset: page }) => {
  await page.request.post("/api/account/sign-up", {
    data: { pseudonym: "Sharer", password: "a tent with 3 poles" },
  });
  const founded = await page.request.post("/api/loobricates", {
    data: {
      name: "Four Taps Camp",
      description: "Tea.",
      location: "7:30 & E",
      adminUsername: "four-taps",
      adminPassword: "a tent with 3 poles",
    },
  });
  const { id } = (await founded.json()) as { id: string };
  await page.goto("/");
  await page.getByRole("button", { name: "Add Resource", exact: true }).click(); // 1
  const form = page.getByRole("dialog", { name: "Add Resource" });
  await form.getByLabel("Resource Type").selectOption("Gear"); // 2 and 3
  await expect(form.getByLabel("Loobricate")).toHaveValue(id);
  await form.getByLabel("Title").fill("Ladder");
  await form.getByLabel("Description").fill("Three metres.");
  await form.getByRole("button", { name: "Submit Resource" }).click(); // 4
  await expect(page.getByText("Ladder was added to the library.", { exact: false }).first()).toBeVisible();
});

test("checks every field of a new Loobricate and makes its founder the admin", async ({ open }) => {
  const page = await open("/library");
  await signUp(page, "Founder Fox");
  await page.goto("/add?type=loobricate");
  await page.getByRole("button", { name: "Create Loobricate" }).click();
  for (const message of [
    "Please select a valid address from the suggestions",
    "Loobricate name is required",
    "Admin username is required",
    "Description is required",
  ])
    await expect(page.getByText(message).first()).toBeVisible();
  await page.getByLabel("Loobricate name").fill("Den of Foxes");
  await page.getByLabel("Description").fill("Sleeps by day.");
  await expect(page.getByLabel("Admin username")).toHaveValue("den-of-foxes");
  await page.getByLabel("Admin username").fill("fox-keeper");
  await page.getByLabel("Admin password").fill("");
  await expect(page.getByText("Admin password is required").first()).toBeVisible();
  await page.getByLabel("Admin password").fill("short");
  await expect(page.getByText("Password must be at least 8 characters long").first()).toBeVisible();
  await page.getByLabel("Admin password").fill("seven foxes in a row");
  await page.getByRole("button", { name: "Drop a pin instead" }).click();
  await page.getByRole("button", { name: /^Map of the city/ }).press("ArrowDown");
  await expect(page.getByText(/^On the map: /)).toBeVisible();
  const [photo] = await pictures(1);
  if (photo !== undefined) await page.getByLabel("Choose a profile photo").setInputFiles(photo);
  await expect(page.getByRole("img", { name: "Profile preview" })).toBeVisible();
  await page.getByRole("button", { name: "Create Loobricate" }).click();
  await expect(page.getByText("Den of Foxes was created. You are its first admin.")).toBeVisible();
  await page.goto("/me?dialog=settings&settings-tab=communities");
  await expect(
    page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Den of Foxes" }),
  ).toContainText("Admin");
});

async function signUp(page: Page, pseudonym: string): Promise<void> {
  const data = { pseudonym, password: "a tent with 3 poles" };
  const answer = await page.request.post("/api/account/sign-up", { data });
  expect(answer.ok()).toBe(true);
}

async function pictures(count: number) {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `${index + 1}.png`,
      mimeType: "image/png",
      buffer: await sharp({
        create: { width: 64, height: 48, channels: 3, background: ["#c60", "#06c", "#0c6"][index] ?? "#333" },
      })
        .png()
        .toBuffer(),
    })),
  );
}
