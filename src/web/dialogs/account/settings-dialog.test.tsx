import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { getMem0Consent } from "#shared/features/mem0/contract.ts";
import { listModels } from "#shared/features/models/contract.ts";
import { getOmiLink } from "#shared/features/omi/contract.ts";
import { getSettings, setUseRag } from "#shared/features/settings/contract.ts";
import { getTelegramLink } from "#shared/features/telegram/contract.ts";
import { DialogHost } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { defaultChatSettings, storeChatSettings } from "#web/lib/device/chat-settings.ts";
import { previewTheme } from "#web/lib/device/theme.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { startSending } from "#web/offline/outbox/when-to-send.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const settings = {
  productName: "Looby",
  communityNoun: "Loobricate",
  links: [],
  demoMode: false,
  model: "openrouter/free",
  vectors: "unit-length" as const,
  canMail: false,
  publicAddress: null,
  backupRetentionHours: null,
};
const models = [
  { label: "This server's own model", id: "llama3.2", status: "available" as const, replacedBy: null },
  { label: "phi4", id: "phi4", status: "available" as const, replacedBy: null },
];
const earlier = [
  { label: "GPT 3.5 Turbo", id: "openrouter/free", status: "gone" as const, replacedBy: "openrouter/free" },
];
const unlinked = {
  isLinked: false,
  proof: null,
  waiting: 0,
  refused: [],
  pulledAt: null,
  trouble: null,
  hasMore: false,
};
let server: FakeServer;

beforeAll(startSending);

beforeEach(async () => {
  await freshDevice("anon-1", null);
  previewTheme("night");
  server = new FakeServer({ userId: "anon-1", isAnonymous: true });
  server.on(getSettings, () => settings);
  server.on(listCommunities, () => ({ loobricates: [] }));
  server.on(listModels, () => ({ models, earlier, default: "This server's own model" }));
});

test("enables Save only while something is changed", async () => {
  const { user, dialog } = await openSettings();
  const save = dialog.getByRole("button", { name: "Save" });
  expect(save).toHaveProperty("disabled", true);
  await user.selectOptions(dialog.getByLabelText("Theme"), "noon");
  expect(save).toHaveProperty("disabled", false);
  await user.selectOptions(dialog.getByLabelText("Theme"), "night");
  expect(save).toHaveProperty("disabled", true);
});

test("previews a theme without storing it", async () => {
  const { user, dialog } = await openSettings();
  await user.selectOptions(dialog.getByLabelText("Theme"), "noon");
  await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("day"));
  expect(localStorage.getItem("looby.theme")).toBeNull();
});

test("undoes a previewed theme on Cancel", async () => {
  const { user, dialog } = await openSettings();
  await user.selectOptions(dialog.getByLabelText("Theme"), "noon");
  await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("day"));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await expectClosed();
  expect(document.documentElement.dataset["theme"]).toBe("night");
});

test("undoes a previewed theme on Esc and opens with the saved values", async () => {
  const { user, dialog } = await openSettings();
  await user.selectOptions(dialog.getByLabelText("Theme"), "noon");
  await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("day"));
  await user.keyboard("{Escape}");
  await expectClosed();
  expect(document.documentElement.dataset["theme"]).toBe("night");
  await user.click(screen.getByRole("button", { name: "Settings" }));
  expect(await screen.findByLabelText("Theme")).toHaveProperty("value", "night");
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
});

test("saves every choice on this device and shows it after reopening", async () => {
  const { user, dialog } = await openSettings();
  await user.selectOptions(await dialog.findByLabelText("Language model"), await dialog.findByText("phi4"));
  await user.click(dialog.getByRole("switch", { name: "Answer from the library" }));
  await user.click(dialog.getByRole("switch", { name: "Show thinking" }));
  await user.selectOptions(dialog.getByLabelText("Search similarity"), "dot");
  await user.selectOptions(dialog.getByLabelText("Theme"), "noon");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expectClosed();
  expect(document.documentElement.dataset["theme"]).toBe("day");
  expect(localStorage.getItem("looby.theme")).toBe("noon");
  expect(JSON.parse(localStorage.getItem("looby.chat-settings") ?? "")).toEqual({
    llm: "phi4",
    useRag: false,
    similarityMetric: "dot",
    showThinking: true,
  });
  await user.click(screen.getByRole("button", { name: "Settings" }));
  expect(await screen.findByLabelText("Language model")).toHaveProperty("value", "phi4");
  expect(screen.getByRole("switch", { name: "Show thinking", checked: true })).toBeDefined();
});

test("sends the library switch to the server when a user with an account saves", async () => {
  await serveWithoutServices();
  server.on(setUseRag, ({ body }) => body);
  const { user, dialog } = await openSettings();
  await waitFor(() => expect(server.asked(getTelegramLink)).toHaveLength(1));
  await user.click(await dialog.findByRole("switch", { name: "Answer from the library" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.asked(setUseRag)).toMatchObject([{ body: { useRag: false } }]));
});

test("saves a change by keyboard alone and returns the focus", async () => {
  const { user } = await openScreen(<Page />);
  await user.tab();
  await user.keyboard("{Enter}");
  const local = await screen.findByRole("switch", { name: "Always recognize on this device" });
  for (let step = 0; step < 12 && document.activeElement !== local; step += 1) await user.tab();
  await user.keyboard(" ");
  expect(local).toHaveProperty("checked", true);
  await user.keyboard("{Enter}");
  await expectClosed();
  expect(localStorage.getItem("looby.voice-settings")).toContain('"recognizesOnDevice":true');
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Settings" }));
});

test("offers the server's own model first, and a discontinued one only to the user who chose it", async () => {
  const first = await openSettings();
  await first.dialog.findByRole("option", { name: "phi4" });
  const menu = first.dialog.getByLabelText("Language model");
  expect(menu).toHaveProperty("value", "This server's own model");
  expect(
    within(menu)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["This server's own model (llama3.2)", "phi4"]);
});

test("keeps a discontinued choice in the menu while another is selected, and names what replaces it", async () => {
  storeChatSettings({ ...defaultChatSettings, llm: "GPT 3.5 Turbo" });
  const { user, dialog } = await openSettings();
  const discontinued = "GPT 3.5 Turbo (gone, now openrouter/free)";
  await dialog.findByRole("option", { name: discontinued });
  expect(dialog.getByText(/No longer offered: openrouter\/free answers instead\./)).toBeDefined();
  await user.selectOptions(dialog.getByLabelText("Language model"), "phi4");
  expect(dialog.getByText(/Answers come from phi4\./)).toBeDefined();
  expect(dialog.getByRole("option", { name: discontinued })).toBeDefined();
});

test("offers the server's own model when the list does not load", async () => {
  server.on(listModels, () => new Refusal("internal", "Something broke."));
  const { dialog } = await openSettings();
  await dialog.findByText(/The list of current models did not load\./);
  expect(dialog.getByRole("option", { name: "This server's own model" })).toBeDefined();
});

test("hides the model settings and explains why when the server has no model", async () => {
  server.on(getSettings, () => ({ ...settings, model: null }));
  const { dialog } = await openSettings();
  await dialog.findByText("Search mode: no language model connected");
  dialog.getByLabelText("Search similarity");
  for (const name of ["Language model", "Show thinking", "Answer from the library"])
    expect(dialog.queryByLabelText(name)).toBeNull();
  expect(server.asked(listModels)).toEqual([]);
});

test("has no section for Telegram or Omi where the server does not offer them", async () => {
  await serveWithoutServices();
  const { dialog } = await openSettings();
  await waitFor(() => {
    expect([server.asked(getTelegramLink), server.asked(getOmiLink)]).toMatchObject([[{}], [{}]]);
    expect(dialog.queryByRole("region", { name: /Telegram|Omi/ })).toBeNull();
  });
});

test("begins with the theme and collapses the search settings", async () => {
  const { dialog } = await openSettings();
  const model = await dialog.findByLabelText("Language model");
  const theme = dialog.getByLabelText("Theme");
  expect(theme.compareDocumentPosition(model)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(model.closest("details")).toHaveProperty("open", false);
  expect(theme.closest("details")).toBeNull();
});

test("points out that all three measures give the same order", async () => {
  const { dialog } = await openSettings();
  expect(await dialog.findByText(/all three give the same order/)).toBeDefined();
});

test("preserves unsaved changes when the user switches tabs", async () => {
  const { user, dialog, address } = await openSettings();
  await user.click(dialog.getByRole("switch", { name: "Show thinking" }));
  await user.click(dialog.getByRole("tab", { name: "Loobricate Settings" }));
  await dialog.findByText("Sign in to see your Loobricates");
  expect(address()).toContain("settings-tab=communities");
  await user.click(dialog.getByRole("tab", { name: "General Settings" }));
  await dialog.findByRole("switch", { name: "Show thinking", checked: true });
});

test("opens the tab that the address names", async () => {
  const { dialog } = await openSettings("/?dialog=settings&settings-tab=communities");
  expect(dialog.getByRole("tab", { name: "Loobricate Settings", selected: true })).toBeDefined();
});

function Page() {
  const openDialog = useOpenDialog();
  return (
    <>
      <button onClick={() => openDialog({ dialog: "settings", "settings-tab": "general" })}>Settings</button>
      <DialogHost />
    </>
  );
}

async function openSettings(path = "/?dialog=settings") {
  const page = await openScreen(<Page />, path);
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: "Settings" })) };
}

async function expectClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

/** A server with a language model, but without Telegram, Omi and Mem0. */
async function serveWithoutServices(): Promise<void> {
  server = new FakeServer();
  await freshDevice();
  server.on(getSettings, () => settings);
  server.on(listModels, () => ({ models, earlier, default: "This server's own model" }));
  server.on(getTelegramLink, () => ({ isAvailable: false, isLinked: false, name: null }));
  server.on(getMem0Consent, () => ({ isAvailable: false, isOn: false, toCopy: 0, toForget: 0 }));
  server.on(getOmiLink, () => ({ ...unlinked, isAvailable: false }));
}
