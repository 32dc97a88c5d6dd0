import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

const PASSWORD = "a tent with 3 poles";

test("shows an explanation in a browser that blocks cookies and storage", async ({ page }) => {
  await page.addInitScript(() => {
    const denied = {
      get(): never {
        throw new DOMException("Access is denied.", "SecurityError");
      },
    };
    Object.defineProperty(window, "localStorage", denied);
    Object.defineProperty(window, "sessionStorage", denied);
    Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
  });
  for (const path of ["/", "/library", "/explore"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "This browser stores nothing for Looby" })).toBeVisible();
  }
  await expectAccessible(page);
});

for (const [how, pseudonym] of [
  ["refuses", "Storeless Wren"],
  ["never opens", "Storeless Robin"],
] as const)
  test(`signs up and saves a memory online in a browser that ${how} its database`, async ({
    page,
    context,
  }) => {
    await page.addInitScript((isRefused) => {
      IDBFactory.prototype.open = () => {
        if (isRefused) throw new DOMException("The operation is insecure.", "SecurityError");
        return new EventTarget() as IDBOpenDBRequest;
      };
    }, how === "refuses");
    await page.clock.install();
    await signUp(page, pseudonym);
    if (how === "never opens") await passMinute(page);
    await expect(page.getByRole("alert").getByText(/This browser stores nothing for Looby/)).toBeVisible();
    await saveMemory(page, "The kite hangs in the bar.");

    await page.goto("/me?dialog=create-memory");
    const dialog = page.getByRole("dialog", { name: "Create a Memory" });
    await dialog.getByRole("textbox").fill("Written without a signal.");
    await context.setOffline(true);
    await dialog.getByRole("button", { name: "Save Memory" }).click();
    if (how === "never opens") await passMinute(page);
    await expect(dialog.getByText(/this browser cannot store it for later/)).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveValue("Written without a signal.");
  });

test("saves a memory online after a browser has lost its database under the page", async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener("lose-database", () => {
      const lost = (): never => {
        throw new DOMException("Connection to Indexed Database server lost.", "InvalidStateError");
      };
      IDBFactory.prototype.open = lost;
      IDBDatabase.prototype.transaction = lost;
    });
  });
  await signUp(page, "Storeless Crane");
  await page.evaluate(() => dispatchEvent(new Event("lose-database")));
  await saveMemory(page, "The kite hangs in the bar.");
});

for (const [how, pseudonym] of [
  ["closes", "Storeless Finch"],
  ["clears", "Storeless Heron"],
] as const)
  test(`loses no write when a browser ${how} the database of an open page`, async ({ page, context }) => {
    await page.addInitScript(() => {
      // Called with its own `this` below.
      // oxlint-disable-next-line typescript/unbound-method
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...args) {
        const request = open.apply(this, args);
        request.addEventListener("success", () =>
          addEventListener("close-databases", () => request.result.close()),
        );
        return request;
      };
    });
    await signUp(page, pseudonym);
    if (how === "closes") await page.evaluate(() => dispatchEvent(new Event("close-databases")));
    else {
      const devtools = await context.newCDPSession(page);
      const { origin } = new URL(page.url());
      await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    }
    await saveMemory(page, "The kite hangs in the bar.");
  });

/** The page asks the browser's database twice, for half a minute each. */
async function passMinute(page: Page): Promise<void> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await page.clock.fastForward(30_000);
    await page.clock.runFor(1_000);
  }
}

async function signUp(page: Page, pseudonym: string): Promise<void> {
  await page.goto("/me");
  await page.getByRole("button", { name: "Sign Up" }).click();
  const dialog = page.getByRole("dialog", { name: "Your account" });
  await dialog.getByLabel("Pseudonym").fill(pseudonym);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { name: pseudonym })).toBeVisible();
}

async function saveMemory(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Create a Memory" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a Memory" });
  await dialog.getByRole("textbox").fill(text);
  await dialog.getByRole("button", { name: "Save Memory" }).click();
  await expect(dialog.getByText("Your memory has been saved!")).toBeVisible();
  await dialog.getByRole("button", { name: "View Memory Bank" }).click();
  await expect(page.getByText(text).first()).toBeVisible();
}
