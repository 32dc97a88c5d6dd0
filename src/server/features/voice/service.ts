import { join } from "node:path";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import {
  type AudioContainer,
  CONTAINER_HEAD_BYTES,
  containerOf,
  containerOfSpoken,
} from "#shared/features/voice/audio-container.ts";
import type { transcribe } from "#shared/features/voice/contract.ts";
import { newId } from "#shared/id.ts";
import type { Deps } from "#server/deps.ts";
import { discardParts, joinParts, storePart } from "./recording-parts.ts";
import { networkOf } from "#server/http/limits/rate-limit.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import type { CallRequest } from "#server/http/route.ts";
import { transcriptText } from "#server/platform/speech/transcript-text.ts";
import { expectedSeconds } from "#server/platform/speech/transcriber.ts";
import { storableText } from "#shared/storable-text.ts";

type Answer = ResponseOf<typeof transcribe>;
type World = Pick<Deps, "config" | "database" | "storage" | "transcriber">;

/**
 * Transcribes an upload: immediately or, if it is the last of several parts, together with the earlier ones. The audio is deleted from the
 * server once there is a text.
 * @throws AppError `invalid-input`, `unsupported-media-type`, `conflict` (a part is missing), those of the transcriber
 */
export async function transcribeUpload(
  world: World,
  actor: Actor,
  { body, request }: { body: BodyOf<typeof transcribe>; request: CallRequest },
): Promise<Answer> {
  const { transcriber } = world;
  const beganAt = performance.now();
  const { sessionId = newId(), chunkIndex = 0, totalChunks = 1 } = body;
  if (chunkIndex >= totalChunks) {
    throw new AppError("invalid-input", "chunkIndex: there are only totalChunks parts, counted from 0.");
  }
  if (body.audio.size === 0) {
    throw new AppError("invalid-input", "No audio data was recorded. Please try again.");
  }
  const key = { userId: actor.userId, sessionId };
  let bytes = new Uint8Array(await body.audio.arrayBuffer());
  if (chunkIndex === 0) assertAudio(bytes);
  if (totalChunks > 1) {
    await storePart(world, key, chunkIndex, bytes);
    if (chunkIndex < totalChunks - 1) return answer("");
    bytes = await joinParts(world, key, totalChunks);
  }
  const container = assertAudio(bytes);
  const text = await listen(
    world,
    { bytes, container, person: actor.userId, network: networkOf(request.address) },
    request.signal,
  );
  if (totalChunks > 1) await discardParts(world, key);
  return answer(text);

  function answer(transcription: string): Answer {
    const processingTimeMs = Math.round(performance.now() - beganAt);
    return { transcription, meta: { model: transcriber.id, processingTimeMs } };
  }
}

/**
 * Transcribes speech from Telegram with the same engine and the same fair queue. Its user replaces the network address.
 * @throws AppError `unsupported-media-type`, those of the transcriber
 */
export async function transcribeSpoken(
  world: Pick<World, "config" | "transcriber">,
  spoken: { bytes: Uint8Array<ArrayBuffer>; person: string },
  signal: AbortSignal,
): Promise<string> {
  const container = assertAudio(spoken.bytes, containerOfSpoken);
  return await listen(world, { ...spoken, container, network: `telegram-${spoken.person}` }, signal);
}

interface Spoken {
  bytes: Uint8Array<ArrayBuffer>;
  container: AudioContainer;
  person: string;
  network: string;
}

async function listen(
  { config, transcriber }: Pick<World, "config" | "transcriber">,
  { bytes, ...recording }: Spoken,
  signal: AbortSignal,
): Promise<string> {
  const seconds = expectedSeconds(bytes.length, recording.container);
  const text = await withRecordingFile(join(config.dataDir, "recordings"), bytes, (path) =>
    transcriber.transcribe({ ...recording, path, seconds }, signal),
  );
  return transcriptText(storableText(text));
}

function assertAudio(bytes: Uint8Array, read: typeof containerOf = containerOf): AudioContainer {
  const container = read(bytes.subarray(0, CONTAINER_HEAD_BYTES));
  if (container !== null) return container;
  throw new AppError("unsupported-media-type", "Audio format not supported. Please try again.");
}

/** Far longer than a transcription takes, so older files were left by a crash. */
const LEFT_BEHIND_MS = 30 * 60_000;

/**
 * Passes the engine a temporary file with these bytes on this server.
 * @param folder created if missing; used for nothing else
 */
async function withRecordingFile<T>(
  folder: string,
  bytes: Uint8Array,
  work: (path: string) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftBehind(folder);
  const path = join(folder, `${newId()}.recording`);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null); // its call has just ended
    if (file !== null && Date.now() - file.mtimeMs >= LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}
