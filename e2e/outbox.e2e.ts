import { expect, expectAccessible } from "./fixtures/looby.ts";
import {
  ADD,
  arrive,
  choosePhoto,
  expectListed,
  expectOnServer,
  fillIn,
  SAVED_NOTE,
  keysOf,
  signalAnnouncer,
  test,
  UPLOAD,
} from "./fixtures/shaky.ts";
import { patient } from "../scripts/patience.ts";

// A user's write on a phone reaches the server exactly once, whatever happens in between. Server, browser and service worker are real; the
// test controls the connection between them.

test(
  "sends offline listings exactly once: by the service worker, or with a photo after a dead battery",
  { tag: "@gate" },
  async ({ looby, line, killable: phone }) => {
    const world = { looby, line, phone };
    await arrive(world, "Dormouse");
    // A browser writes its cookies every half minute, and only a session on disk survives a dead battery.
    await phone.shutDown();
    const page = await phone.open();
    await page.goto(`${line.url}/me?dialog=add-resource`);
    await fillIn(page, "Dry blanket");
    await line.cut();
    await page.getByRole("button", { name: "Submit Resource" }).click();
    await expect(page.getByRole("alert")).toContainText(SAVED_NOTE);
    const announceSignal = await signalAnnouncer(world);
    await page.goto("about:blank");
    await line.mend();
    await announceSignal();
    await expect(() => expectOnServer(world, "Dry blanket")).toPass({ timeout: patient(60_000) });
    expect(keysOf(line, ADD)).toHaveLength(1);

    await page.goto(`${line.url}/me?dialog=add-resource`);
    await fillIn(page, "Solar oven");
    await choosePhoto(page, "oven.png");
    await line.cut();
    await page.getByRole("button", { name: "Submit Resource" }).click();
    await expect(page.getByRole("alert")).toContainText(SAVED_NOTE);
    await phone.kill();

    const reopened = await phone.open();
    await reopened.goto(`${line.url}/me`);
    const listing = reopened.getByRole("list", { name: "My resources" }).getByRole("listitem");
    await expect(listing).toContainText(["Solar oven"]);
    await expect(listing).toContainText(["Waiting to be sent"]);
    await expect(reopened.getByRole("button", { name: /1 waiting/ })).toBeVisible();

    await line.mend();
    await expectListed(reopened, "Solar oven");
    await expect(listing).toHaveCount(2);
    await expectOnServer(world, "Solar oven", 1);
  },
);

test("sends a write exactly once when the server is killed before its response [fault]", async ({
  looby,
  line,
  phone,
}) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Queen");
  line.treat = (call) => (call === ADD ? "lose-answer" : "pass");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Croquet mallet");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(SAVED_NOTE);
  await looby.kill();
  line.treat = () => "pass";
  await looby.start();
  await expect(page.getByRole("status").getByText("was added to the library")).toBeVisible({
    timeout: patient(60_000),
  });
  await expectOnServer(world, "Croquet mallet");
});

test("sends a write once from two windows and the service worker [fault]", async ({ looby, line, phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Tweedle");
  const other = await phone.context().newPage();
  await other.goto(`${line.url}/me`);
  await line.cut();
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Rattle");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(SAVED_NOTE);
  await expect(other.getByText("Waiting to be sent", { exact: true })).toBeVisible();
  await line.mend();
  await Promise.all(
    [page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event("online")))),
  );
  await expectListed(other, "Rattle");
  expect(line.writes.filter(({ call }) => call === ADD)).toHaveLength(1);
  await expectOnServer(world, "Rattle");
});

test("retries by itself while the server has trouble", async ({ looby, line, phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Caterpillar");
  let refusals = 0;
  line.treat = (call) => {
    if (call !== ADD || refusals >= 3) return "pass";
    refusals += 1;
    if (refusals === 1)
      return { status: 503, body: JSON.stringify({ code: "unavailable", error: "Starting up." }) };
    // Responses of a proxy and a captive portal: not from Looby, so they are neither a refusal nor a confirmation.
    if (refusals === 2) return { status: 404, type: "text/html", body: "<h1>No such upstream</h1>" };
    return { status: 200, type: "text/html", body: "<h1>Welcome to our Wi-Fi</h1>" };
  };
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Hookah");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(`${SAVED_NOTE} Starting up.`);
  await expect(page.getByRole("status").getByText("was added to the library")).toBeVisible({
    timeout: patient(60_000),
  });
  expect(refusals).toBe(3);
  await expectOnServer(world, "Hookah");

  // A network that requires a sign-in responds to every request; the page itself comes from the service worker.
  line.treat = () => ({ status: 200, type: "text/html", body: "<h1>Welcome to our Wi-Fi</h1>" });
  await page.goto(`${line.url}/me`);
  await expect(page.getByText("This network wants you to sign in first.")).toBeVisible();
  await expectAccessible(page);
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open its page" }).click();
  await expect((await opened).getByRole("heading", { name: "Welcome to our Wi-Fi" })).toBeVisible();
  line.treat = () => "pass";
  await expect(page.getByText("This network wants you to sign in first.")).toBeHidden({
    timeout: patient(30_000),
  });
});

test("sends other writes while one upload hangs", async ({ looby, line, phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "March Hare");
  let hanging = 1;
  line.treat = (call) => {
    if (call !== UPLOAD || hanging === 0) return "pass";
    hanging -= 1;
    return "hang";
  };
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Watch in butter");
  await choosePhoto(page, "watch.png");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText("This takes a while. It’s saved on this device");
  await page.getByRole("dialog").getByText("Close", { exact: true }).click();
  const other = await phone.context().newPage();
  await other.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(other, "Bread knife");
  await other.getByRole("button", { name: "Submit Resource" }).click();
  await expect(other.getByRole("heading", { name: "March Hare" })).toBeVisible();
  await expectOnServer(world, "Bread knife");
});

test("hides a thing deleted without a signal until the user takes it back, or on another phone", async ({
  looby,
  line,
  phone,
}) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Haigha");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Pocket watch");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expectListed(page, "Pocket watch");
  await page.goto(`${line.url}/library`);
  const card = page.getByRole("button", { name: /^Pocket watch/ });
  await card.click();
  const watch = page.getByRole("dialog", { name: "Pocket watch" });
  await expect(watch.getByRole("button", { name: "Delete" })).toBeVisible();
  await line.cut();
  await watch.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: /1 waiting/ })).toBeVisible();
  for (const visit of ["the same page", "after a reload"]) {
    if (visit !== "the same page") await page.goto(`${line.url}/library`);
    await expect(
      page.getByRole("region", { name: "All listings" }).getByRole("listitem").first(),
      visit,
    ).toBeVisible();
    await expect(card, visit).toHaveCount(0);
  }
  await page.getByRole("button", { name: /1 waiting/ }).click();
  await page.getByRole("button", { name: "Undo Delete: Pocket watch" }).click();
  await page.keyboard.press("Escape");
  await expect(card).toBeVisible();
  await line.mend();
  await expectOnServer(world, "Pocket watch");

  // Deleted on another phone, it leaves this page at once.
  const events = page.waitForResponse(/\/api\/events/);
  await page.goto(`${line.url}/library`);
  await expect(card).toBeVisible();
  await events;
  const mine = await page.request.get(`${line.url}/api/listings?mine=true`);
  const { listings } = (await mine.json()) as { listings: { id: string }[] };
  await page.request.delete(`${line.url}/api/entries/${listings[0]?.id}`);
  await expect(card).toHaveCount(0);
});
