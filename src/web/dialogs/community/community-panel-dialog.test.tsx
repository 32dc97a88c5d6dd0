import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getCommunity, saveCommunityDetails } from "#shared/features/communities/contract.ts";
import { passwordLeftMessage } from "#shared/features/communities/panel-save.ts";
import { listCamps } from "#shared/features/map/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { communityWith } from "#web/testing/communities.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { CommunityPanelDialog } from "./community-panel-dialog.tsx";

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const camp = communityWith({ role: "admin" });
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  server.on(getCommunity, () => camp);
  server.on(listCamps, () => []);
});

test("shows why a camp's changes were rejected and leaves them in the form", async () => {
  server.on(saveCommunityDetails, () => new Refusal("forbidden", "You may not change this."));
  const { user } = await openScreen(<CommunityPanelDialog id={camp.id} mode="details" {...frame} />);
  await user.type(await screen.findByLabelText("Name"), " and Sons");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect(await listOperations()).toHaveLength(1));
  await drain();
  await screen.findByText("Failed to update loobricate. You may not change this.");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Lantern Works and Sons");
});

test("says that the details are saved when a proxy refuses the new password", async () => {
  const saved = { ...camp, name: "Lantern Works and Sons", version: camp.version + 1 };
  server.on(saveCommunityDetails, () => saved);
  const ours = fetch;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (input === getHealth.path) return Response.json({}, { headers: { "looby-version": "1.0.0" } });
    const isPassword = typeof init?.body === "string" && init.body.includes("a new password");
    return isPassword ? new Response("Sorry", { status: 403 }) : await ours(input, init);
  });
  const { user } = await openScreen(<CommunityPanelDialog id={camp.id} mode="details" {...frame} />);
  await user.type(await screen.findByLabelText("Name"), " and Sons");
  await user.type(screen.getByLabelText("Admin password"), "a new password");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect(await listOperations()).toHaveLength(1));
  await drain();
  await screen.findByText(passwordLeftMessage("saved"));
});
