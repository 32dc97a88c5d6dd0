import sharp from "sharp";
import { expect } from "../fixtures/looby.ts";
import { KEYS } from "./engine.ts";
import { engines, test } from "./story.ts";
import type { Tab } from "./tab.ts";

// Main jobs in the engines of iPhones, Firefox and Chromium: `npm run test:engines`. Everything else is tried in Chromium alone.

const PASSWORD = "a tent with 3 poles";
let users = 0;

for (const engine of engines)
  test.describe(engine.name, () => {
    test.use({ engine });
    /** The gate has three stories in WebKit, which lost what was written before it was tried, and one in Firefox. */
    const gateOf = (...names: string[]) => (names.includes(engine.name) ? { tag: "@gate" } : {});

    test(
      `answers three questions of a first visit in their order (${engine.name})`,
      gateOf("WebKit", "Firefox"),
      async ({ tab }) => {
        await tab.open("/");
        const questions = ["a ladder?", "water?", "a lamp?"];
        for (const [place, question] of questions.entries()) {
          await tab.ask(question);
          await tab.seeThat(`an answer to ${question}`, isAnswered, place + 1);
        }
        await tab.reload();
        for (const question of questions) await tab.see(question);
        const said = await tab.run(() => document.querySelector("[role=log]")?.textContent ?? "");
        const places = questions.map((question) => said.indexOf(question));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      },
    );

    test(
      `comes back to the views by address, by link and by Back (${engine.name})`,
      gateOf("WebKit"),
      async ({ tab }) => {
        await tab.open("/");
        await tab.see("Hi, I’m Looby.");
        await tab.open("/library");
        await tab.see("The library");
        await tab.open("/explore");
        await tab.tap("Library");
        await tab.seeThat("listings", hasListings);
        await tab.back();
        // WebKit counts a second Back from the view it has not left yet.
        await tab.see("Browse Camps");
        await tab.back();
        await tab.seeThat("listings", hasListings);
        await tab.back();
        await tab.see("Hi, I’m Looby.");
        await tab.ask("water?");
        await tab.seeThat("an answer", isAnswered, 1);
      },
    );

    test(
      `stores what is written on every page that is opened again (${engine.name})`,
      gateOf("WebKit"),
      async ({ tab }) => {
        const questions = ["a ladder?", "water?"];
        for (const question of questions) {
          await tab.open("/");
          await tab.ask(question);
          await tab.open("/library");
          await tab.open("/explore");
        }
        await tab.reopen("/");
        // A page that was left at once may have begun another conversation, or had no time: then the words are back in the field.
        for (const question of questions) await tab.seeThat(`the words "${question}"`, isKept, question);
        expect(await tab.run(() => document.body.innerText)).not.toContain("stores nothing");
      },
    );

    test(`opens the form that a visitor came for right after the sign-up (${engine.name})`, async ({
      tab,
    }) => {
      await tab.open("/?dialog=add-resource");
      await tab.see("Sign up to share something");
      await tab.type("Pseudonym", nameOf(engine.name));
      await tab.type("Password", PASSWORD);
      await tab.tap("Sign Up");
      await tab.see("Resource Type");
    });

    test(`shares a thing with a photo (${engine.name})`, async ({ tab }, story) => {
      await tab.signUp(nameOf(engine.name), PASSWORD);
      const photo = story.outputPath("lamp.jpg");
      await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c60" } })
        .jpeg()
        .toFile(photo);
      await tab.open("/me?dialog=add-resource");
      await tab.choose("Loobricate", "Tinker Row");
      await tab.choose("Resource Type", "Gear");
      await tab.type("Title", `A lamp of ${engine.name}`);
      await tab.type("Description", "It glows.");
      await tab.driver.choose(photo);
      await tab.tap("Submit Resource");
      await tab.see("was added to the library");
      await tab.open("/me");
      await tab.tap(`A lamp of ${engine.name}...`);
      await tab.seeThat("the photo", () =>
        [...document.querySelectorAll<HTMLImageElement>("[role=dialog] img")].some(
          (each) => each.naturalWidth > 0,
        ),
      );
    });

    test(`saves a memory (${engine.name})`, async ({ tab }) => {
      await tab.signUp(nameOf(engine.name), PASSWORD);
      await tab.open("/memories");
      await tab.tap("Create a Memory");
      await tab.type("Your memory", "We mended the pump.");
      await tab.tap("Save Memory");
      await tab.see("Your memory has been saved!");
      await tab.tap("View Memory Bank");
      await tab.see("We mended the pump.");
    });

    test(`asks to borrow a thing (${engine.name})`, async ({ tab, playwright, line }) => {
      const owner = await playwright.request.newContext({ baseURL: line.url });
      const ownerName = nameOf(engine.name);
      await owner.post("/api/account/sign-up", { data: { pseudonym: ownerName, password: PASSWORD } });
      const { loobricates } = (await (await owner.get("/api/loobricates")).json()) as {
        loobricates: { id: string }[];
      };
      const data = {
        loobricateId: loobricates[0]?.id,
        title: "A drill to lend",
        description: "With a box.",
        offeringType: "gear",
      };
      const { id } = (await (await owner.post("/api/loobrary-signup", { data })).json()) as { id: string };
      await owner.dispose();
      await tab.signUp(nameOf(engine.name), PASSWORD);
      await tab.open(`/library?dialog=borrow&id=${id}`);
      await tab.tap("Ask for ...");
      await tab.see("Asked for");
    });

    test(`answers, lists things with their pictures and opens the map offline (${engine.name})`, async ({
      tab,
      line,
    }) => {
      await syncPhone(tab, nameOf(engine.name));
      await line.cut();
      await tab.open("/");
      await tab.ask("water?");
      await tab.see("Answered on this phone, without signal.");
      await tab.open("/library");
      await tab.seeThat("pictures", () =>
        [...document.querySelectorAll<HTMLImageElement>("main li img")].some((each) => each.naturalWidth > 0),
      );
      await tab.open("/explore");
      await tab.see("On this phone, last synced");
      await tab.seeThat(
        "places",
        () => document.querySelector("[data-marker], [aria-label*='places around']") !== null,
      );
    });

    test(`sends a memory that was saved offline when the signal is back (${engine.name})`, async ({
      tab,
      line,
    }) => {
      await syncPhone(tab, nameOf(engine.name));
      await line.cut();
      await tab.open("/me?dialog=create-memory");
      await tab.type("Your memory", "Written without a signal.");
      await tab.tap("Save Memory");
      await tab.see("It is on this device until the server has it.");
      await tab.reopen("/memories");
      await tab.see("Saved on this device until the server has it");
      await line.mend();
      await tab.seeNoMore("Saved on this device until the server has it");
      await tab.see("Written without a signal.");
      const sent = await tab.run(async () => await (await fetch("/api/memories?limit=10")).text());
      expect(sent.split("Written without a signal.")).toHaveLength(2);
    });

    test(`restores the last words of a tab that was reloaded or closed (${engine.name})`, async ({ tab }) => {
      const isInField = (text: string) =>
        [...document.querySelectorAll("textarea")].some(({ value }) => value === text);
      await tab.open("/");
      await tab.seeThat("the page ready", () => document.querySelector("[data-is-rendered]") === null);
      await tab.type("Message", "who has");
      await tab.seeThat("the words", isInField, "who has");
      await tab.type("Message", " a tent");
      await tab.reload();
      await tab.seeThat("the words after the reload", isInField, "who has a tent");
      await tab.reopen("/");
      await tab.seeThat("the words in a new tab", isInField, "who has a tent");
      await tab.open("/?dialog=thought");
      await tab.type("Your thoughts", "The dust hums");
      await tab.reopen("/?dialog=thought");
      await tab.seeThat("the thought in a new tab", isInField, "The dust hums");
    });

    test(`shows no sent words where Back shows the page in which they were typed (${engine.name})`, async ({
      tab,
    }) => {
      const isInField = (text: string) => document.querySelector("textarea")?.value === text;
      await tab.open("/");
      await tab.seeThat("the page ready", () => document.querySelector("[data-is-rendered]") === null);
      await tab.type("Message", "a lamp?");
      await tab.seeThat("the words", isInField, "a lamp?");
      await tab.open("/library");
      await tab.open("/");
      await tab.seeThat("the draft", isInField, "a lamp?");
      await tab.type("Message", KEYS.enter);
      await tab.seeThat("an answer", isAnswered, 1);
      await tab.back();
      await tab.see("The library");
      await tab.back();
      await tab.seeThat("the chat", () => document.querySelector("textarea[data-chat]") !== null);
      await tab.seeThat("an empty field", isInField, "");
      // WebKit stores the fields of a page that is opened again at its address.
      await tab.type("Message", "a rope?");
      await tab.open("/");
      await tab.seeThat("the draft", isInField, "a rope?");
      await tab.type("Message", KEYS.enter);
      await tab.see("a rope?");
      await tab.seeThat("an answer", isAnswered, 1);
      const views = ["/", "/me", "/memories", "/explore", "/library"];
      for (const view of views) {
        if (view !== "/") await tab.open(view);
        await tab.seeThat(`${view} ready`, isReadyAt, view);
        await tab.run(() => document.body.classList.add("is-left"));
      }
      for (const view of views.slice(0, -1).toReversed()) {
        await tab.back();
        await tab.seeThat(`${view} loaded again`, isReadyAt, view);
      }
      await tab.seeThat("an empty field", isInField, "");
    });

    test(`leads the keyboard through a dialog and back to its button (${engine.name})`, async ({ tab }) => {
      test.skip(engine.name === "Firefox", "Firefox without a screen sends no focus events to a page");
      await tab.open("/library");
      await tab.seeThat("listings", hasListings);
      await tab.tap("Settings");
      await tab.see("Theme");
      const isInside = () => document.activeElement?.closest("[role=dialog]") !== null;
      await tab.seeThat("the focus in the dialog", isInside);
      for (let presses = 0; presses < 20; presses += 1) await tab.press("tab");
      await tab.seeThat("the focus in the dialog", isInside);
      await tab.press("escape");
      await tab.seeThat("the focus on the button", () => document.activeElement?.textContent === "Settings");
    });
  });

function isAnswered(times: number): boolean {
  const log = document.querySelector<HTMLElement>("[role=log]")?.innerText ?? "";
  return log.split("Looby said:").length > times && !/is looking|Saving\.\.\./.test(log);
}

/** Whether words are in the field of the chat or in a conversation on the server. */
async function isKept(words: string): Promise<boolean> {
  if (document.querySelector("textarea")?.value.includes(words) === true) return true;
  const { threads } = (await (await fetch("/api/threads")).json()) as { threads: { id: string }[] };
  const answers = await Promise.all(threads.map(({ id }) => fetch(`/api/threads/${id}`)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  return texts.some((text) => text.includes(words));
}

/** Whether the page of a view runs, and was not marked before it was left. */
function isReadyAt(view: string): boolean {
  return location.pathname === view && document.querySelector("[data-is-rendered], .is-left") === null;
}

function hasListings(): boolean {
  return document.querySelectorAll("main li").length > 3;
}

/** Stories of one run share a server, where each name belongs to one user. */
function nameOf(engine: string): string {
  users += 1;
  return `${engine} ${process.pid} ${users}`;
}

/** Stores the app and a copy of everything on the device. */
async function syncPhone(tab: Tab, pseudonym: string): Promise<void> {
  await tab.signUp(pseudonym, PASSWORD);
  await tab.open("/?dialog=settings&settings-tab=device");
  await tab.run(async () => void (await navigator.serviceWorker.ready));
  await tab.tap("Sync now");
  await tab.see("Everything is on this phone.");
}
