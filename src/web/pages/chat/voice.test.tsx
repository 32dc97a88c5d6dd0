import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { listLoans } from "#shared/features/lending/contract.ts";
import { showVoice } from "#web/features/voice/voice-view.ts";
import { waitingCount } from "#web/lib/waiting.ts";
import { FakeMicrophone } from "#web/testing/fake-microphone.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { loanWith } from "#web/testing/loans.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { Voice, type VoicePart } from "./voice.tsx";

beforeEach(async () => {
  await freshDevice();
  showVoice({ phase: "idle", overlay: null, announcement: "", unsent: [] });
  waitingCount.set(0);
  new FakeServer();
  new FakeMicrophone();
});

test("opens the recorder of a message", async () => {
  const { user } = await openVoice();
  await user.click(screen.getByRole("button", { name: "Record a voice message" }));
  await screen.findByRole("dialog", { name: "Voice message" });
  expect(await screen.findByText("Listening...")).toBeDefined();
});

test("records the description of a resource while its hint is open", async () => {
  const { user } = await openVoice({ isDescribing: true });
  await user.click(screen.getByRole("button", { name: "Describe the resource by voice" }));
  expect(await screen.findByRole("dialog", { name: "Describe it" })).toBeDefined();
});

test("does not record while an earlier recording is processed", async () => {
  const { user } = await openVoice();
  act(() => showVoice({ phase: "processing" }));
  const microphone = screen.getByRole("button", { name: "Record a voice message" });
  expect(microphone.getAttribute("aria-disabled")).toBe("true");
  await user.click(microphone);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("stops listening once the recorder is cancelled", async () => {
  const { user } = await openVoice();
  await user.click(screen.getByRole("button", { name: "Record a voice message" }));
  await screen.findByText("Listening...");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByText("Listening...")).toBeNull();
  const microphone = screen.getByRole("button", { name: "Record a voice message" });
  expect(microphone.getAttribute("aria-disabled")).toBeNull();
});

test("announces transcribed words to screen readers", async () => {
  await openVoice();
  act(() => showVoice({ announcement: "a spare generator" }));
  expect(screen.getByText("Your words: a spare generator")).toBeDefined();
});

test("shows a request below the greeting until the user leaves", async () => {
  const server = new FakeServer();
  server.on(listLoans, () => ({ loans: [loanWith()] }));
  await openVoice({ part: "today" });
  expect(server.asked(listLoans)).toEqual([]);
  act(() => waitingCount.set(1));
  await screen.findByText(/^Kestrel wants Bike kit/);
  act(() => waitingCount.set(0));
  expect(screen.getByText(/^Kestrel wants Bike kit/)).toBeDefined();
});

test("shows no waiting requests to a visitor", async () => {
  const server = new FakeServer({ userId: "anon-1", isAnonymous: true });
  waitingCount.set(1);
  await openVoice({ part: "today" });
  await waitFor(() => expect(server.asked(getSession)).toHaveLength(1));
  expect(screen.queryByRole("heading", { name: "Today" })).toBeNull();
  expect(server.asked(listLoans)).toEqual([]);
});

async function openVoice({ isDescribing = false, part = "microphone" as VoicePart } = {}) {
  return await openScreen(
    <Voice part={part} isDescribing={isDescribing} openResourceForm={() => undefined} />,
  );
}
