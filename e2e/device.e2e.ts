import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

// The service worker stores the camps, and content shared from other apps.
test.use({ serviceWorkers: "allow" });

const CANARIES = ["Xanthippe", "quokkabread", "zeppelin-saddle", "wombatfiddle"];
const DELETED = "narwhaltoffee";

test("shows the data stored on this device and deletes it when the session ends", async ({ open, page }) => {
  await open("/?dialog=account&mode=sign-up");
  await enter(page, "Sign Up");
  await leaveTraces(page);
  expect(await tracesOf(page)).toEqual(CANARIES);

  await leaveAndDelete(page);

  await page.goto("/?dialog=settings&settings-tab=device");
  const kinds = page.getByRole("region", { name: "What is stored" }).getByRole("listitem");
  await expect(kinds.filter({ hasText: "Camps and the map" })).toContainText(/\d [kM]B/);
  await expect(kinds.filter({ hasText: "Memories" })).toContainText(/\d (bytes|kB)/);
  await page.getByRole("button", { name: "Remove: Memories" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(kinds.filter({ hasText: "Memories" })).toContainText("none");
  expect(await tracesOf(page)).not.toContain("quokkabread");
  await page.getByRole("link", { name: "The services this server may call" }).click();
  await expect(page.getByRole("heading", { name: "Search by meaning" })).toBeVisible();

  await page.goto("/me");
  // While offline, the device deletes its data at once. The sign-out is sent before any other request.
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("heading", { name: "Anonymous" })).toBeVisible();
  expect(await placesOf(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.reload();
  const isVisitor = async () => {
    const answer = await page.request.get("/api/account/session");
    return ((await answer.json()) as { user: { isAnonymous: boolean } }).user.isAnonymous;
  };
  await expect.poll(isVisitor).toBe(true);
  await expect(page.getByRole("heading", { name: "Anonymous" })).toBeVisible();

  await page.getByRole("button", { name: "Sign In" }).click();
  await enter(page, "Sign In");
  await page.goto("/memories");
  await expect(page.getByText("quokkabread").first()).toBeVisible();
  await expect.poll(() => tracesOf(page)).toContain("quokkabread");
  // Signed out from another window: this page is not notified.
  expect((await page.request.post("/api/account/sign-out", { data: {} })).ok()).toBe(true);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect.poll(() => placesOf(page)).toEqual([]);

  await page.goto("/?dialog=settings&settings-tab=device");
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Remove everything from this device" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await reloaded;
  await expect(page.getByPlaceholder("Send a message...")).toBeVisible();
});

test("installs as an app and stores shared content only after the user decides", async ({ open, page }) => {
  await open("/?dialog=shared");
  await expect(page.getByText("Nothing shared")).toBeVisible();
  const manifest = (await (await page.request.get("/manifest.webmanifest")).json()) as {
    name: string;
    icons: { src: string; sizes: string }[];
    shortcuts: { name: string; url: string }[];
    screenshots: { src: string }[];
  };
  expect(manifest.name).toBe("Looby");
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(["Ask", "Map", "Voice", "Add", "Memories"]);
  for (const { src } of [...manifest.icons, ...manifest.screenshots])
    expect((await page.request.get(src)).headers()["content-type"]).toMatch(/^image\//);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const form = Object.assign(document.createElement("form"), {
      method: "POST",
      action: "/share",
      enctype: "multipart/form-data",
    });
    for (const [name, value] of [
      ["title", "Tea at dawn"],
      ["url", "https://example.org/tea"],
    ] as const)
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    const files = new DataTransfer();
    files.items.add(
      new File([await (await fetch("/icon-192.png")).blob()], "tent.png", { type: "image/png" }),
    );
    form.append(
      Object.assign(document.createElement("input"), { type: "file", name: "photos", files: files.files }),
    );
    document.body.append(form);
    form.submit();
  });
  const dialog = page.getByRole("dialog", { name: "Shared with Looby" });
  await expect(dialog.getByText("https://example.org/tea")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Shared pictures" }).getByRole("listitem")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Sign in to add it to the library" })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await dialog.getByRole("button", { name: "Keep as a memory" }).click();
  await expect(dialog.getByLabel("Your memory", { exact: true })).toHaveValue(
    "Tea at dawn\nhttps://example.org/tea",
  );
  await dialog.getByRole("button", { name: "Save Memory" }).click();
  await expect(dialog.getByText("Your memory has been saved!")).toBeVisible();
  await page.goto("/?dialog=shared");
  await expect(page.getByText("Nothing shared")).toBeVisible();
});

async function enter(page: Page, action: "Sign Up" | "Sign In"): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Your account" });
  await dialog.getByLabel("Pseudonym").fill("Xanthippe");
  await dialog.getByRole("textbox", { name: "Password" }).fill("a tent with 3 poles");
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await expect(page.getByText("Signed in as Xanthippe.")).toBeVisible();
  // A dialog closes by navigating back, which would abort the test's next navigation.
  await expect(dialog).toBeHidden();
}

/** A conversation, a memory and a profile, each with a word that occurs nowhere else. */
async function leaveTraces(page: Page): Promise<void> {
  // The draft of a thought survives a reload and can be discarded.
  await page.goto("/?dialog=thought");
  const thought = page.getByLabel("Your thoughts");
  await thought.fill("A verse nobody needs.");
  await expect.poll(() => tracesOf(page, ["A verse"])).toEqual(["A verse"]);
  // The reload comes before the last words are written to the database.
  await thought.fill("A verse nobody needs, nor knows.");
  await page.reload();
  await expect(page.getByText("Restored what you had typed.")).toBeVisible();
  await expect(thought).toHaveValue("A verse nobody needs, nor knows.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(thought).toHaveValue("");
  await expect(page.getByText("Restored what you had typed.")).toBeHidden();
  await thought.fill("Tune the wombatfiddle before");
  await expect.poll(() => tracesOf(page, ["A verse", "wombatfiddle"])).toEqual(["wombatfiddle"]);
  await page.goto("/?dialog=create-memory");
  await page
    .getByLabel("Your memory", { exact: true })
    .fill("There was quokkabread at the gate, still warm.");
  await page.getByRole("button", { name: "Save Memory" }).click();
  await expect(page.getByText("Your memory has been saved!")).toBeVisible();
  await page.goto("/memories");
  await expect(page.getByText("quokkabread").first()).toBeVisible();
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: "Xanthippe" })).toBeVisible();
  await page.goto("/explore");
  // The service worker stores the camps, separately from the page.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/api/playaCamps")) !== undefined))
    .toBe(true);
  await page.goto("/");
  await page.getByPlaceholder("Send a message...").fill("who has a zeppelin-saddle?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem("userState.note", "zeppelin-saddle"));
}

/** Deletes a memory that was in the archive, the graph and an answer. No trace of its word may remain on this device. */
async function leaveAndDelete(page: Page): Promise<void> {
  await page.goto("/?dialog=create-memory");
  await page
    .getByLabel("Your memory", { exact: true })
    .fill(`I must bring ${DELETED} to the copper tree tomorrow.`);
  await page.getByRole("button", { name: "Save Memory" }).click();
  await expect(page.getByText("Your memory has been saved!")).toBeVisible();
  await page.goto("/");
  await page.getByPlaceholder("Send a message...").fill("what goes to the copper tree?");
  await page.keyboard.press("Enter");
  await expect(page.getByText(DELETED).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await page.goto("/memories?tab=graph");
  await expect(page.getByRole("application", { name: /Graph of your memories/ })).toBeVisible();
  await page.goto("/memories");
  const words = page.getByText(DELETED).first();
  await expect(words).toBeVisible();
  expect(await tracesOf(page, [DELETED])).toEqual([DELETED]);
  await page
    .getByRole("list", { name: "Memories" })
    .getByRole("listitem")
    .filter({ hasText: DELETED })
    .getByRole("button", { name: "Delete this memory" })
    .click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Copies in backups are gone within 2 days.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleted.")).toBeVisible();
  await expect.poll(() => placesOf(page, [DELETED])).toEqual([]);
  await page.goto("/memories");
  await expect(page.getByText("quokkabread").first()).toBeVisible();
  expect(await placesOf(page, [DELETED])).toEqual([]);
}

/** The words found anywhere in this browser: databases, caches, local and session storage. */
async function tracesOf(page: Page, words: readonly string[] = CANARIES): Promise<string[]> {
  const places = await placesOf(page, words);
  return words.filter((word) => places.some((place) => place.startsWith(`${word} in `)));
}

/** The places in this browser that contain the words, such as "quokkabread in memories". */
async function placesOf(page: Page, words: readonly string[] = CANARIES): Promise<string[]> {
  const everything = await page.evaluate(async () => {
    const found: [place: string, text: string][] = [
      ["localStorage", JSON.stringify(Object.entries(localStorage))],
      ["sessionStorage", JSON.stringify(Object.entries(sessionStorage))],
    ];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? "");
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(new Error("not opened")));
      });
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const read = <Value>(asked: IDBRequest<Value[]>) =>
          new Promise<Value[]>((resolve) => asked.addEventListener("success", () => resolve(asked.result)));
        const [keys, rows] = await Promise.all([read(store.getAllKeys()), read(store.getAll())]);
        for (const [index, row] of rows.entries())
          found.push([`${storeName} ${JSON.stringify(keys[index])}`, JSON.stringify(row)]);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push([request.url, `${request.url} ${(await (await cache.match(request))?.text()) ?? ""}`]);
    }
    return found;
  });
  return words.flatMap((word) =>
    everything.filter(([, text]) => text.includes(word)).map(([place]) => `${word} in ${place}`),
  );
}
