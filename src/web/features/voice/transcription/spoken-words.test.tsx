import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { transcribe } from "#shared/features/voice/contract.ts";
import { listUnsent } from "#web/offline/drafts/recordings.ts";
import { FakeMicrophone } from "#web/testing/fake-microphone.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { patient } from "../../../../../scripts/patience.ts";
import { SpokenWords } from "./spoken-words.tsx";

const onWords = vi.fn<(words: string) => void>();
const onClose = vi.fn<() => void>();
let server: FakeServer;

beforeEach(async () => {
  onWords.mockReset();
  onClose.mockReset();
  await freshDevice();
  server = new FakeServer();
  new FakeMicrophone();
});

test("writes the transcript into the form and deletes the recording", async () => {
  server.on(transcribe, () => ({ transcription: " At the gate. " }));
  const { isDone } = await speak();
  await isDone("At the gate.");
  await waitFor(async () => expect(await listUnsent()).toEqual([]));
});

test("shows that the transcription is pending", async () => {
  const answering = Promise.withResolvers<{ transcription: string }>();
  server.onLater(transcribe, answering.promise);
  const { isDone } = await speak();
  await screen.findByText("Processing your audio");
  answering.resolve({ transcription: "At the gate." });
  expect(await isDone("At the gate.")).toBeDefined();
});

test("shows that no speech was detected and lets the user type instead", async () => {
  server.on(transcribe, () => ({ transcription: "" }));
  const { user } = await speak();
  expect((await screen.findByRole("alert")).textContent).toBe("I heard nothing in your recording.");
  await user.click(screen.getByRole("button", { name: "Write it instead" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("reports a server failure after three tries and loses nothing until Try Again", async () => {
  server.on(transcribe, () => new Refusal("unavailable", "The transcription service is away."));
  const { user, isDone } = await speak();
  // The delays between the tries are 1 s and 2 s.
  const alert = await screen.findByRole("alert", {}, { timeout: patient(15_000) });
  expect(alert.textContent).toMatch(
    /^Failed to transcribe audio\. .*Server error\. Please try again later\.$/,
  );
  expect(server.asked(transcribe)).toHaveLength(3);
  server.on(transcribe, () => ({ transcription: "At the gate." }));
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await isDone("At the gate.");
});

test("shows the server's message about a refused recording", async () => {
  server.on(transcribe, () => new Refusal("bad-request", "This server cannot turn speech into text."));
  await speak();
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /This server cannot turn speech into text\.$/,
  );
});

test("stores the recording of a user who leaves before the transcript arrives", async () => {
  server.on(transcribe, () => ({ transcription: "" }));
  const { user } = await speak();
  await screen.findByRole("alert");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  await waitFor(async () => expect(await listUnsent()).toMatchObject([{ purpose: "memory" }]));
});

async function speak() {
  const content = (
    <SpokenWords title="Create a Memory" prompt="Say it." onWords={onWords} onClose={onClose} />
  );
  const page = await openScreen(content);
  await page.user.click(await screen.findByRole("button", { name: "Done" }));
  const isDone = async (words: string) =>
    await waitFor(() => expect(onWords).toHaveBeenCalledExactlyOnceWith(words));
  return { ...page, isDone };
}
