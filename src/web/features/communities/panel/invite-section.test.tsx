import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  endInviteLink,
  getInviteLink,
  showInviteCode,
} from "#shared/features/communities/invite-contract.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { InviteSection } from "./invite-section.tsx";

beforeEach(() => freshDevice());

test("shows a new code once the link, and with it the code on the screen, was turned off", async () => {
  const server = new FakeServer();
  const at = "2026-08-30T06:00:00.000Z";
  server.on(getInviteLink, () => ({ token: "link~1", madeBy: "Ada", madeAt: at }));
  server.on(endInviteLink, () => ({ token: null, madeBy: null, madeAt: null }));
  server.on(showInviteCode, () => ({ token: "code~1", expiresAt: at }));
  const { user } = await openScreen(<InviteSection communityId="lantern" />);
  await user.click(await screen.findByRole("button", { name: "Show a code" }));
  await screen.findByText(/^Have them scan this/);
  expect(server.asked(showInviteCode)).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Turn off" }));
  await screen.findByRole("button", { name: "Make an invite link" });
  await expect.poll(() => server.asked(showInviteCode).length).toBe(2);
});
