import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

test("lets a new member summon Ash by keyboard and starts a new chat", { tag: "@gate" }, async ({ open }) => {
  const page = await open("/");
  await page.getByPlaceholder("Send a message...").fill("who can lend me a ladder?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("who can lend me a ladder?");

  const dialog = await openChooser(page);
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await expect(dialog.getByRole("radio", { name: "Looby" })).toHaveAccessibleDescription(/Active/);
  for (const name of ["Logis", "Harmoni", "Nexus", "Ash"])
    await expect(dialog.getByText(`Sign in to talk to ${name}.`)).toBeVisible();
  await expect(dialog.getByText("Selected: None")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Summon Companion" })).toBeDisabled();
  await expectAccessible(page);

  await dialog.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await fillSignUp(page, "Mothlight");
  await expect(page.getByText("Signed in as Mothlight.")).toBeVisible();

  await openChooser(page);
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await expect(dialog.getByText(/Find Logis first: come within 100 m of 5:30 & Jawdrop/)).toBeVisible();
  await dialog.getByRole("radio", { name: "Looby" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Ash" })).toBeChecked();
  await expect(dialog.getByText("Selected: Ash")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();
  await expect(page.getByText("Ash here.")).toBeVisible();
  await expect(page.getByText("who can lend me a ladder?")).toHaveCount(0);
  await page.getByRole("button", { name: "What do I do in a whiteout?" }).click();
  await expect(page.getByRole("log")).toContainText("Whiteout on foot");

  await page.reload();
  await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();
  await openChooser(page);
  const ash = dialog.getByRole("radio", { name: "Ash" });
  await expect(ash).toHaveAccessibleDescription(/Active.*Level 1.*Seasoned/);
  await expect(dialog.getByRole("radio", { name: "Looby" })).not.toHaveAccessibleDescription(/Active/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

async function openChooser(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Companions" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/dialog=companions/);
  return dialog;
}

async function fillSignUp(page: Page, pseudonym: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Your account" });
  // The other tab's form may still be there for a frame.
  await dialog.getByRole("tabpanel", { name: "Sign Up" }).getByLabel("Pseudonym").fill(pseudonym);
  await dialog.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await dialog.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(dialog).toBeHidden();
}
