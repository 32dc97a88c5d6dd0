import { screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  getInviteLink,
  resetInviteLink,
  showInviteCode,
} from "#shared/features/communities/invite-contract.ts";
import type { DailyQuest } from "#shared/features/daily/contract.ts";
import { getSettings } from "#shared/features/settings/contract.ts";
import { AppLayout } from "#web/app/app.tsx";
import { SignInForm } from "#web/features/account/sign-in-form.tsx";
import { InviteSheet } from "#web/features/communities/join/invite-sheet.tsx";
import { InviteSection } from "#web/features/communities/panel/invite-section.tsx";
import { OpenQuest } from "#web/features/daily/quest-card.tsx";
import { TagTools } from "#web/features/nfc/tag-tools.tsx";
import { defaultPublicSettings, PublicSettingsContext } from "#web/lib/server/public-settings.ts";
import { ShareSection } from "#web/pages/explore/share-section.tsx";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

// The browser of these tests is at http://localhost:3000, as on the machine of a camp.

const CODE = "7K3MQ9TD0XVF2B8C";
const LOOBY = "https://looby.example";
const link = { token: "lantern~7", madeBy: "Keeper", madeAt: "2026-08-30T12:00:00.000Z" };
const settings = {
  ...defaultPublicSettings,
  links: [{ label: "The makers", url: "/about" }],
  demoMode: false,
  model: null,
  vectors: "none" as const,
  canMail: false,
  backupRetentionHours: null,
};
const quest: DailyQuest = {
  quest: "Find a drum.",
  explanation: "It is near.",
  cheatCode: null,
  createdAt: null,
  completed: false,
  completedAt: null,
  day: "2026-08-30",
  timeZone: "UTC",
  origin: "bank",
  model: null,
  error: null,
};
const noop = () => undefined;
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  server.on(getInviteLink, () => link);
  server.on(resetInviteLink, () => link);
  server.on(showInviteCode, () => ({ token: "code~7", expiresAt: "2026-08-30T12:10:00.000Z" }));
});

const open = (content: ReactNode, publicAddress: string | null) =>
  openScreen(
    <PublicSettingsContext value={{ ...defaultPublicSettings, publicAddress }}>
      {content}
    </PublicSettingsContext>,
  );

type Carrier = [string, () => ReactNode, string];
const carriers: Carrier[] = [
  [
    "a poster",
    () => <InviteSheet community={{ id: "lantern", name: "Lantern" }} noun="Camp" onMore={noop} />,
    "/join/lantern~7",
  ],
  ["an invite link", () => <InviteSection communityId="lantern" />, "/join/lantern~7"],
  ["a shared place", () => <ShareSection name="Lantern" path="/explore?camp=7" />, "/explore?camp=7"],
];
const tag: Carrier = ["a tag", () => <TagTools title="Lamp" code={CODE} />, `/t/${CODE}`];

test.each(carriers)("puts the public address on %s", async (_, content, path) => {
  await open(content(), LOOBY);
  await waitFor(() => expect(pageText()).toContain(LOOBY + path));
  expect(pageText()).not.toContain("localhost");
});

test.each([...carriers, tag])("warns that no other phone can open %s of this machine", async (_, content) => {
  await open(content(), null);
  const warning = await screen.findByText(/Other phones can’t open this address/);
  expect(warning.textContent).toContain("(localhost:3000)");
});

test.each([
  ["a quest", () => <OpenQuest quest={quest} />, "", "Share Quest"],
  [...tag, "Copy address"],
])("copies %s with the public address", async (_, content, path, button) => {
  const { user } = await open(content(), LOOBY);
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(screen.getByRole("button", { name: button }));
  await waitFor(() => expect(writeText.mock.lastCall?.[0]).toMatch(new RegExp(`${LOOBY}${path}$`)));
});

test("shares a quest without an address that no other phone can open", async () => {
  const { user } = await open(<OpenQuest quest={quest} />, null);
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(screen.getByRole("button", { name: "Share Quest" }));
  await waitFor(() => expect(writeText.mock.lastCall?.[0]).toBe("Today's Quest: Find a drum.\nIt is near."));
});

test("says where passkeys work when this is another address", async () => {
  vi.stubGlobal("PublicKeyCredential", class {});
  await open(<SignInForm onDone={noop} onForgotten={noop} />, LOOBY);
  const link = await screen.findByRole("link", { name: LOOBY });
  expect(link.parentElement?.textContent).toBe(`Passkeys work only at ${LOOBY}.`);
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
});

test("offers a passkey at the public address", async () => {
  vi.stubGlobal("PublicKeyCredential", class {});
  await open(<SignInForm onDone={noop} onForgotten={noop} />, "http://localhost:3000");
  expect(await screen.findByRole("button", { name: "Use a passkey" })).toBeDefined();
});

test("leads to the safe address before anything can be typed, and lets the user stay", async () => {
  vi.stubGlobal("isSecureContext", false);
  server.on(getSettings, () => ({ ...settings, publicAddress: LOOBY }));
  const { user } = await openScreen(<AppLayout />);
  const safe = await screen.findByRole("link", { name: `Open ${LOOBY}` });
  expect(safe.getAttribute("href")).toBe(`${LOOBY}/`);
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Stay here without signing in" }));
  await screen.findByRole("main");
  expect(screen.queryByRole("link", { name: `Open ${LOOBY}` })).toBeNull();
});

test("stays at an address without https when the server has none with it", async () => {
  vi.stubGlobal("isSecureContext", false);
  server.on(getSettings, () => ({ ...settings, publicAddress: "http://10.0.0.7:3000" }));
  await openScreen(<AppLayout />);
  await screen.findByRole("link", { name: "The makers" });
  expect(screen.queryByText(/safe address/)).toBeNull();
});

/** All text and the values of all fields. */
function pageText(): string {
  const fields = [...document.querySelectorAll("input")].map(({ value }) => value);
  return [document.body.textContent, ...fields].join("\n");
}
