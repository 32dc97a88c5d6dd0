import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { giveReader, hold, showToCamera } from "./fixtures/tags.ts";

test.use({ serviceWorkers: "allow" });

const PASSWORD = "a tent with 3 poles";

test(
  "writes the tag of an item and opens it by tap or scan, also offline",
  { tag: "@gate" },
  async ({ open, page }) => {
    await giveReader(page);
    await open("/nfc");
    await signUpHere(page, "Tagger");
    const { id } = await shareLamp(page.request, "Tagged lamp");
    await page.goto(`/nfc?dialog=resource&id=${id}`);
    await page.getByRole("button", { name: "Tag this item" }).click();
    const dialog = page.getByRole("dialog", { name: "Tag for Tagged lamp" });
    await dialog.getByRole("button", { name: "Make a tag" }).click();
    const spelled = await dialog.getByText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/).textContent();
    const code = spelled?.replaceAll("-", "") ?? "";
    await dialog.getByRole("button", { name: "Write to an NFC tag" }).click();
    await expect(page.getByText("Written. Tap it to see.")).toBeVisible();
    const written = await page.evaluate(() => window.heldTag);
    expect(written).toEqual([{ recordType: "url", data: `${new URL(page.url()).origin}/t/${code}` }]);

    await page.goto("/nfc");
    const scan = page.getByRole("button", { name: "Scan NFC" });
    await expect(page.getByText("Click the button to start scanning.")).toBeVisible();
    await page.getByLabel("Type the code").fill("nonsense");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByText(/^That isn’t a tag code\./)).toBeVisible();
    await scan.click();
    await expect(page.getByText("Searching for NFC chip...")).toBeVisible();
    await expect(page.getByText("No chip found. Try again.")).toBeVisible();
    for (const data of ["https://evil.example/login", "javascript:alert(1)", "x".repeat(5_000)]) {
      await hold(page, [{ recordType: "url", data }]);
      await scan.click();
      await expect(page.getByText(/^A tag was read\. .*\.$/)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/nfc");
    }
    await hold(page, written);
    await scan.click();
    await expect(page.getByRole("heading", { name: "Tagged lamp", level: 1 })).toBeVisible();
    await expect(page.getByText(/^You found /)).toBeVisible();

    await page.goBack();
    await showToCamera(page, written?.[0]?.data ?? "");
    await page.getByRole("button", { name: "Scan a QR code" }).click();
    await expect(page.getByRole("heading", { name: "Tagged lamp", level: 1 })).toBeVisible();
    await expect(page.getByText(/^You found/)).toBeHidden();

    // A cold start at the tag's address: the phone has the lamp only in its owner's list.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto("/library");
    await expect(page.getByRole("button", { name: "Tagged lamp" })).toBeVisible();
    await page.context().setOffline(true);
    const cold = await page.context().newPage();
    await page.close();
    await cold.goto(`/t/${spelled?.toLowerCase()}`);
    await expect(cold.getByRole("heading", { name: "Tagged lamp", level: 1 })).toBeVisible();
  },
);

test("records a handover by tag while offline, with its place and time", async ({
  open,
  page,
  playwright,
  looby,
}) => {
  const owner = await playwright.request.newContext({ baseURL: looby.url });
  await post(owner, "/api/account/sign-up", { pseudonym: "Lamp Owner", password: PASSWORD });
  const { id } = await shareLamp(owner, "Lent lamp");
  await put(owner, `/api/entries/${id}/tag`, { code: "7K3MQ9TD0XVF2B8C" });
  await open("/nfc");
  await signUpHere(page, "Lamp Borrower");
  const today = new Date().toISOString().slice(0, 10);
  const loan = { resourceId: id, first: today, last: today };
  const { id: loanId } = (await post(page.request, "/api/loans", loan)) as { id: string };
  await post(owner, `/api/loans/${loanId}/steps`, { step: "approve" });

  await page.goto("/t/7K3M-Q9TD-0XVF-2B8C");
  const panel = page.getByRole("group", { name: "Did you get Lent lamp?" });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 52.520008, longitude: 13.404954 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await panel.getByRole("button", { name: "Here" }).click();
  await expect(panel.getByLabel("Where")).toHaveValue("52.52, 13.40");
  await panel.getByLabel("Where").fill("The Temple");
  await panel.getByRole("button", { name: "Yes, handed over" }).click();
  await expect(panel).toContainText("Handed over: Lent lamp: waits for the signal.");
  await page.context().setOffline(false);
  await expect(panel).toContainText("Lamp Owner still has to.");
  await post(owner, `/api/loans/${loanId}/confirmations`, { step: "hand-over" });
  // This page receives the confirmation: the next tap offers the return.
  await expect(page.getByRole("group", { name: "Did you bring Lent lamp back?" })).toBeVisible();
  const handedOver = page.getByRole("listitem").filter({ hasText: "Handed over" });
  await expect(handedOver).toContainText("The Temple");

  await post(owner, `/api/loans/${loanId}/confirmations`, { step: "return", code: "7K3MQ9TD0XVF2B8C" });
  await page.goto("/borrowing");
  const card = page.getByRole("list", { name: "What you borrow" }).getByRole("listitem");
  await expect(card).toContainText("Lamp Owner says it’s back. Please confirm.");
  await card.getByRole("button", { name: "I’ve returned it: Lent lamp" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "I’ve returned it" }).click();
  await page.getByText("Over: 1").click();
  await expect(page.getByRole("list", { name: "Over" })).toContainText("Lent lamp");
  await owner.dispose();
});

async function signUpHere(page: Page, pseudonym: string): Promise<void> {
  await post(page.request, "/api/account/sign-up", { pseudonym, password: PASSWORD });
  await page.reload();
}

async function shareLamp(owner: APIRequestContext, title: string): Promise<{ id: string }> {
  const { loobricates } = (await (await owner.get("/api/loobricates")).json()) as {
    loobricates: { id: string }[];
  };
  return (await post(owner, "/api/loobrary-signup", {
    loobricateId: loobricates[0]?.id,
    title,
    description: "It glows.",
    offeringType: "gear",
    location: "7:30 & Esplanade",
  })) as { id: string };
}

async function post(caller: APIRequestContext, path: string, data: object): Promise<unknown> {
  const response = await caller.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return await response.json();
}

async function put(caller: APIRequestContext, path: string, data: object): Promise<void> {
  const response = await caller.put(path, { data });
  expect(response.status(), await response.text()).toBe(200);
}
