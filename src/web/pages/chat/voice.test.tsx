import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { showVoice } from "#web/features/voice/voice-view.ts";
import { FakeMicrophone } from "#web/testing/fake-microphone.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { Voice } from "./voice.tsx";

beforeEach(async () => {
  await freshDevice();
  showVoice({ phase: "idle", overlay: null, heard: "", unsent: [] });
  new FakeServer();
  new FakeMicrophone();
});

test("opens the recorder of a message", async () => {
  const { user } = await openVoice();
  await user.click(screen.getByRole("button", { name: "Record a voice message" }));
  await screen.findByRole("dialog", { name: "Voice message" });
  expect(await screen.findByText("Listening...")).toBeDefined();
});

test("takes the description of a resource while its hint is open", async () => {
  const { user } = await openVoice({ isDescribing: true });
  await user.click(screen.getByRole("button", { name: "Describe the resource by voice" }));
  expect(await screen.findByRole("dialog", { name: "Describe it" })).toBeDefined();
});

test("records nothing while earlier words are awaited", async () => {
  const { user } = await openVoice();
  act(() => showVoice({ phase: "processing" }));
  const microphone = screen.getByRole("button", { name: "Record a voice message" });
  expect(microphone.getAttribute("aria-disabled")).toBe("true");
  await user.click(microphone);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("listens no longer once the recorder is cancelled", async () => {
  const { user } = await openVoice();
  await user.click(screen.getByRole("button", { name: "Record a voice message" }));
  await screen.findByText("Listening...");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByText("Listening...")).toBeNull();
  const microphone = screen.getByRole("button", { name: "Record a voice message" });
  expect(microphone.getAttribute("aria-disabled")).toBeNull();
});

test("reads transcribed words to a screen reader", async () => {
  await openVoice();
  act(() => showVoice({ heard: "a spare generator" }));
  expect(screen.getByText("Your words: a spare generator")).toBeDefined();
});

async function openVoice({ isDescribing = false } = {}) {
  return await openScreen(
    <Voice part="microphone" isDescribing={isDescribing} openResourceForm={() => undefined} />,
  );
}
