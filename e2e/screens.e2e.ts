import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import {
  accountModes,
  type DialogSearch,
  type PanelTab,
  panelTabs,
  type SettingsTab,
  settingsTabs,
} from "../src/web/dialogs/dialogs.tsx";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { patient } from "../scripts/patience.ts";

// Every screen and every dialog, on a phone, signed in, with content: axe finds nothing, the page's policy blocks nothing, and no error
// occurs. A new screen fails here until it is in the list. Changes to a screen within a story are checked in that story.

const CODE = "9ZZZQ9TD0XVF2B8C";

interface World {
  communityId: string;
  entryId: string;
  token: string;
  campId: string;
}

/** A screen's address, and the text that shows that it has loaded. */
type Screen = [path: string, shown: string | RegExp];

/** Keyed by the router's own paths. */
const routes: Readonly<Record<string, (world: World) => Screen[]>> = {
  "/": () => [["/", /^Message/]],
  "/explore": () => [["/explore", "Browse Camps"]],
  "/camp/$id": ({ campId }) => [[`/explore/camp/${campId}`, "Directions"]],
  "/add": () => [
    ["/add?type=gear", "Description"],
    ["/add?type=loobricate", "Loobricate name"],
  ],
  // Redirects to the dialog.
  "/entries/$id/edit": () => [],
  "/library": () => [["/library", "The library"]],
  "/nfc": () => [["/nfc", "Scan a tag"]],
  "/t/$": () => [[`/t/${CODE}`, "Screen lamp"]],
  "/me": () => [["/me", "Screen lamp"]],
  "/omi": () => [["/omi", "Omi is not connected"]],
  "/memories": () => [
    ["/memories", "Dust in my boots"],
    ["/memories?tab=graph", "As a list"],
  ],
  "/borrowing": () => [["/borrowing", "Borrowing"]],
  "/needs": () => [["/needs", "A ladder for the dome"]],
  "/about": () => [["/about", /^About/]],
  "/outbound": () => [["/outbound", "What leaves this server"]],
  "/operator/$page": () => [
    ["/operator/camps", "Import camps"],
    ["/operator/checks", "This server"],
    ["/operator/omi", "Connect Omi"],
  ],
  "/community/$id": ({ communityId }) => [[`/community/${communityId}`, "Just begun."]],
  "/join/$token": ({ token }) => [[`/join/${token}`, "You’re in. Open "]],
};

const panelShows: Readonly<Record<PanelTab, string>> = {
  details: "Description",
  people: "Administrators",
  joining: "No requests",
  history: "Screen Walker made an invite link",
};

const settingsShow: Readonly<Record<SettingsTab, string>> = {
  general: "Advanced",
  communities: "Circle of Screens",
  notifications: "Tell me about",
  device: "What is stored",
};

const dialogs: Readonly<Record<DialogSearch["dialog"], (world: World) => Screen[]>> = {
  settings: () => settingsTabs.map((tab) => [`settings&settings-tab=${tab}`, settingsShow[tab]]),
  account: () => accountModes.map((mode) => [`account&mode=${mode}`, /./]),
  resource: ({ entryId }) => [[`resource&id=${entryId}`, "Screen lamp"]],
  "community-data": ({ communityId }) => [[`community-data&id=${communityId}`, "Import and export"]],
  "add-resource": () => [["add-resource", "Description"]],
  "edit-entry": ({ entryId }) => [[`edit-entry&id=${entryId}`, "Save Changes"]],
  companions: () => [["companions", "Companions"]],
  "community-login": ({ communityId }) => [[`community-login&id=${communityId}`, "Username"]],
  "community-panel": ({ communityId }) =>
    panelTabs.map((tab) => [`community-panel&id=${communityId}&mode=${tab}`, panelShows[tab]]),
  surveys: () => [["surveys", "Available Surveys"]],
  thought: () => [["thought", "Unload Your Mind"]],
  quest: () => [["quest", "Mark Complete"]],
  outbox: () => [["outbox", "Nothing is waiting"]],
  shared: () => [["shared", "Shared with Looby"]],
  help: () => [["help", "Get help now"]],
  notifications: () => [["notifications", "Notifications"]],
  omi: () => [["omi", "Omi is not connected"]],
  "create-memory": () => [["create-memory", "Create a Memory"]],
  borrow: ({ entryId }) => [[`borrow&id=${entryId}`, "Type dates"]],
  tag: ({ entryId }) => [[`tag&id=${entryId}`, "Tag for Screen lamp"]],
  threads: () => [["threads", "Conversations"]],
  keys: () => [["keys", "Keyboard shortcuts"]],
  palette: () => [["palette", "Go to"]],
  invite: ({ communityId }) => [[`invite&id=${communityId}`, "Print poster"]],
  need: () => [["need", "What do you need?"]],
};

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: "reduce" } });

test(
  "passes accessibility checks on every screen and in every dialog",
  { tag: "@gate" },
  async ({ open, page }) => {
    test.setTimeout(patient(480_000));
    expect(Object.keys(routes).toSorted()).toEqual(pathsOfRouter());
    await open("/about");
    const world = await furnish(page.request);
    await page.reload();
    // The page's script has started, at this address.
    await expect(page.locator("[data-is-rendered]")).toHaveCount(0);
    for (const list of Object.values(routes))
      for (const [path, shown] of list(world)) await look(page, path, shown, "main");
    await look(page, "/there-is-nothing-here", "There is no such page", "main");
    for (const list of Object.values(dialogs))
      for (const [dialog, shown] of list(world))
        await look(page, `/about?dialog=${dialog}`, shown, "[role=dialog]:not([aria-modal=false])");
  },
);

/** Navigates there like a link, waits until everything has loaded, and runs axe. */
async function look(page: Page, path: string, shown: string | RegExp, within: string): Promise<void> {
  await test.step(path, async () => {
    await page.evaluate((to) => history.pushState({}, "", to), path);
    const place = page.locator(within);
    await expect(place.getByText(shown).or(place.getByLabel(shown)).first()).toBeVisible();
    await expect(place.locator("output:has(svg)")).toHaveCount(0);
    await expectAccessible(page, within);
  });
}

/** The world of a user who founded a community, lends an item, and has sent a message. */
async function furnish(request: APIRequestContext): Promise<World> {
  await send(request, "post", "/api/account/sign-up", {
    pseudonym: "Screen Walker",
    password: "a tent with 3 poles",
  });
  const { id: communityId } = await send(request, "post", "/api/loobricates", {
    name: "Circle of Screens",
    description: "Just begun.",
    location: "7:30 & E",
    adminUsername: "screens",
    adminPassword: "a tent with 3 poles",
  });
  const { id: entryId } = await send(request, "post", "/api/entries", {
    loobricateId: communityId,
    title: "Screen lamp",
    description: "Bright.",
    offeringType: "gear",
  });
  await send(request, "put", `/api/entries/${entryId}/tag`, { code: CODE });
  await send(request, "post", "/api/memories", {
    type: "want-to-know",
    content: "Dust in my boots, and in the tea.",
  });
  const timestamp = new Date().toISOString();
  await send(request, "post", "/api/daily-dumps", { content: "Dust in my tea.", timestamp });
  await send(request, "post", "/api/needs", { content: "A ladder for the dome", isShared: false });
  const { token } = await send(request, "put", `/api/loobricates/${communityId}/invite`, {});
  const camps = (await (await request.get("/api/playaCamps")).json()) as { id: string }[];
  return { communityId, entryId, token, campId: camps[0]?.id ?? "" };
}

async function send(
  request: APIRequestContext,
  method: "post" | "put",
  path: string,
  data: object,
): Promise<{ id: string; token: string }> {
  const answer = await request[method](path, { data });
  expect([path, answer.status()]).toEqual([path, 200]);
  return (await answer.json()) as { id: string; token: string };
}

/** Read from the source, because the router itself needs a browser. */
function pathsOfRouter(): string[] {
  const source = readFileSync(join(import.meta.dirname, "../src/web/app/router.tsx"), "utf8");
  return [...source.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path).toSorted();
}
