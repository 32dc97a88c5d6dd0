import { expect, test as viewTest } from "./fixtures/looby.ts";
import { answered, sendMessage, test } from "./fixtures/talk.ts";
import { translatePage } from "./fixtures/translator.ts";

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

for (const viewport of [phone, desktop])
  test.describe(`in a window ${viewport.width} wide`, () => {
    test.use({ viewport });

    test("shows every word of the streamed answers in a translated chat", async ({ page, looby, model }) => {
      await page.goto(looby.url);
      await expect(page.locator("[data-is-rendered]")).toHaveCount(0);
      await translatePage(page);
      const log = page.getByRole("log");
      const pause = { pauseMs: 100 };
      for (const thing of ["tent", "ladder"]) {
        model.script = [`Your ${thing} `, pause, "is in a **big ", pause, "box** at ", pause, "Center Camp."];
        await sendMessage(page, `where is my ${thing}?`);
        await answered(page);
        await expect(log.getByText(`where is my ${thing}?`)).toHaveText(
          `WHERE IS MY ${thing.toUpperCase()}?`,
        );
        await expect(log).toContainText(`YOUR ${thing.toUpperCase()} IS IN A BIG BOX AT CENTER CAMP.`);
      }
    });
  });

viewTest.describe(() => {
  viewTest.use({ viewport: desktop });

  viewTest("shows the new text of a translated library and map", async ({ page, open }) => {
    await open("/library");
    const next = page.getByRole("button", { name: "Next" });
    await next.waitFor();
    await translatePage(page);
    await expect(page.getByText("Page 1")).toHaveText("PAGE 1");
    await next.click();
    await expect(page.getByText("Page 2")).toHaveText("PAGE 2");
    await page.getByRole("searchbox").fill("qqqzzz");
    await expect(page.getByText("No listings match")).toHaveText("NO LISTINGS MATCH");

    await page.getByRole("link", { name: "Explore" }).first().click();
    await page.getByRole("button", { name: "Clusters on" }).click();
    const count = page.getByText(/^200 of \d+ shown$/i);
    await expect(count).toHaveText(/^200 OF \d+ SHOWN$/);
    const before = (await count.textContent()) ?? "";
    for (let step = 0; step < 2; step++) await page.getByRole("button", { name: "Zoom in" }).click();
    await expect(count).not.toHaveText(before);
    await expect(count).toHaveText(/^200 OF \d+ SHOWN$/);
  });
});

viewTest.describe(() => {
  viewTest.use({ viewport: phone });

  viewTest("saves a memory and an entry from translated forms", async ({ page, open }) => {
    await page.request.post("/api/account/sign-up", {
      data: { pseudonym: "Reader", password: "a tent with 3 poles" },
    });
    await open("/me?dialog=create-memory");
    const memory = page.getByRole("dialog", { name: "Create a Memory" });
    await memory.waitFor();
    await translatePage(page);
    await memory.getByRole("textbox").fill("We repaired the lamp.");
    await expect(memory.getByText("/2000 characters")).toHaveText("21/2000 CHARACTERS");
    await memory.getByRole("button", { name: "Save Memory" }).click();
    await memory.getByRole("button", { name: "View Memory Bank" }).click();
    await expect(page.getByText("We repaired the lamp.")).toHaveText("WE REPAIRED THE LAMP.");

    await open("/me?dialog=add-resource");
    const form = page.getByRole("dialog", { name: "Add Resource" });
    await form.waitFor();
    await translatePage(page);
    await form.getByLabel(/^loobricate$/i).selectOption({ label: "TINKER ROW" });
    await form.getByLabel("Resource Type").selectOption({ label: "GEAR" });
    await form.getByRole("button", { name: "Submit Resource" }).click();
    await expect(form).toContainText("MISSING REQUIRED FIELDS");
    await form.getByLabel("Title").fill("Ladder");
    await form.getByLabel("Description").fill("Three metres.");
    await expect(form).not.toContainText("missing required fields", { ignoreCase: true });
    await form.getByRole("button", { name: "Submit Resource" }).click();
    await expect(page.getByText("Ladder was added to the library.").first()).toContainText("LADDER");
  });
});
