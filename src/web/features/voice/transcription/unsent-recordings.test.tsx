import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { transcribe } from "#shared/features/voice/contract.ts";
import { reportReachable } from "#web/lib/server/reachability.ts";
import { addChunk, beginRecording } from "#web/offline/drafts/recordings.ts";
import { announceChange } from "#web/offline/changes.ts";
import { setUser } from "#web/offline/user/set-user.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";
import { patient } from "../../../../../scripts/patience.ts";
import { showVoice } from "../voice-view.ts";
import { deliver } from "./deliver.ts";
import { UnsentRecordings } from "./unsent-recordings.tsx";

const receiver = {
  onSettled: vi.fn<() => void>(),
  onWords: vi.fn<(words: string) => void>(),
  onFailure: vi.fn<(text: string) => void>(),
};
let server: FakeServer;

beforeEach(async () => {
  vi.resetAllMocks();
  takeToasts();
  await freshDevice();
  showVoice({ phase: "idle", unsent: [] });
  server = new FakeServer();
});

test("shows nothing without unsent recordings", async () => {
  await openScreen(<UnsentRecordings onTranscribe={() => undefined} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("passes on the transcript of an unsent recording and deletes the recording", async () => {
  server.on(transcribe, () => ({ transcription: "a spare generator" }));
  const { user, row } = await openUnsent();
  await user.click(row.getByRole("button", { name: /^Transcribe: Voice message/ }));
  await waitFor(() => expect(receiver.onWords).toHaveBeenCalledExactlyOnceWith("a spare generator"));
  await waitFor(() => expect(screen.queryByText("1 unsent recording")).toBeNull());
});

test("shows that no speech was detected and does not delete the recording", async () => {
  server.on(transcribe, () => ({ transcription: "" }));
  const { user, row } = await openUnsent();
  await user.click(row.getByRole("button", { name: /^Transcribe/ }));
  await waitFor(() =>
    expect(receiver.onFailure).toHaveBeenCalledWith(
      expect.stringMatching(/^I heard nothing in your recording/),
    ),
  );
  await screen.findByText("1 unsent recording");
});

test("lets the user stop waiting for a server that does not respond", async () => {
  const answering = Promise.withResolvers<{ transcription: string }>();
  server.onLater(transcribe, answering.promise);
  const { user, row } = await openUnsent();
  await user.click(row.getByRole("button", { name: /^Transcribe/ }));
  await waitFor(() => expect(server.asked(transcribe)).toHaveLength(1));
  await user.click(await screen.findByRole("button", { name: "Stop and keep the recording" }));
  await screen.findByText("1 unsent recording");
  expect(receiver.onFailure).toHaveBeenCalledExactlyOnceWith("Stopped before there were words.");
  expect(receiver.onWords).not.toHaveBeenCalled();
});

test("shows why the server failed and transcribes on the next try", async () => {
  server.on(transcribe, () => new Refusal("too-many-requests", "Too much."));
  const { user, row } = await openUnsent();
  await user.click(row.getByRole("button", { name: /^Transcribe/ }));
  await waitFor(() =>
    expect(receiver.onFailure).toHaveBeenCalledWith(expect.stringMatching(/too much was asked of it/)),
  );
  server.on(transcribe, () => ({ transcription: "a spare generator" }));
  await user.click(await screen.findByRole("button", { name: /^Transcribe/ }));
  await waitFor(() => expect(receiver.onWords).toHaveBeenCalledExactlyOnceWith("a spare generator"));
});

test("resumes automatically with a recording that waited for a connection", async () => {
  server.isReachable = false;
  const { user, row } = await openUnsent();
  await user.click(row.getByRole("button", { name: /^Transcribe/ }));
  await screen.findByText("1 unsent recording, waiting for a signal", {}, { timeout: patient(15_000) });
  expect(receiver.onFailure).toHaveBeenCalledWith(expect.stringMatching(/your recording waits/));
  server.isReachable = true;
  server.on(transcribe, () => ({ transcription: "a spare generator" }));
  act(reportReachable);
  await waitFor(() => expect(receiver.onWords).toHaveBeenCalledExactlyOnceWith("a spare generator"));
});

test("discards a recording only after asking", async () => {
  const { user, row } = await openUnsent();
  await user.click(row.getByRole("button", { name: /^Discard: Voice message/ }));
  await user.click(row.getByRole("button", { name: "Keep" }));
  await user.click(row.getByRole("button", { name: /^Discard: Voice message/ }));
  await user.click(row.getByRole("button", { name: /^Discard for good: Voice message/ }));
  await waitFor(() => expect(screen.queryByText("1 unsent recording")).toBeNull());
  expect(receiver.onSettled).not.toHaveBeenCalled();
});

test("shows that a silent recording can only be discarded", async () => {
  const { user, row } = await openUnsent("");
  await user.click(row.getByRole("button", { name: /^Transcribe/ }));
  await waitFor(() =>
    expect(pendingToasts.get()).toMatchObject([{ text: /There is no sound in this recording/ }]),
  );
});

test("hides unsent recordings from other users of the device", async () => {
  await openUnsent();
  await act(async () => {
    await setUser("user-grace", "Grace");
    announceChange();
  });
  await waitFor(() => expect(screen.queryByText("1 unsent recording")).toBeNull());
  await act(async () => {
    await setUser("user-ada", "Ada");
    announceChange();
  });
  await screen.findByText("1 unsent recording");
});

async function openUnsent(sound = "words") {
  const id = `recording-${crypto.randomUUID()}`;
  const startedAt = Date.parse("2026-08-30T06:00:00.000Z");
  await beginRecording({ id, purpose: "chat", memoryType: null, type: "audio/webm", startedAt });
  await addChunk(id, 0, { bytes: await new Blob([sound]).arrayBuffer(), durationMs: 5_000 });
  const page = await openScreen(
    <UnsentRecordings onTranscribe={(recording) => void deliver(recording, receiver)} />,
  );
  act(announceChange);
  await page.user.click(await screen.findByText("1 unsent recording"));
  return { ...page, row: within(screen.getByRole("region", { name: "Unsent recordings" })) };
}
