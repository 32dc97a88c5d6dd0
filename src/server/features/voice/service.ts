import { join } from "node:path";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import { CONTAINER_HEAD_BYTES, containerOf } from "#shared/features/voice/audio-container.ts";
import type { transcribe } from "#shared/features/voice/contract.ts";
import { newId } from "#shared/id.ts";
import type { Deps } from "#server/deps.ts";
import { withRecordingFile } from "#server/features/voice/recording-file.ts";
import { discardParts, joinParts, keepPart } from "#server/features/voice/recording-parts.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { expectedSeconds } from "#server/platform/speech/transcriber.ts";

type Answer = ResponseOf<typeof transcribe>;
type World = Pick<Deps, "config" | "database" | "storage" | "transcriber">;

/**
 * Turns an upload into text, at once or, when it is the last of several parts, together with those before it. Nothing of
 * the sound stays on the server once there is a text.
 * @throws AppError `invalid-input`, `unsupported-media-type`, `conflict` (a part is missing), those of the transcriber
 */
export async function transcribeUpload(
  world: World,
  actor: Actor,
  { body, address, signal }: { body: BodyOf<typeof transcribe>; address: string; signal: AbortSignal },
): Promise<Answer> {
  const { config, transcriber } = world;
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
    await keepPart(world, key, chunkIndex, bytes);
    if (chunkIndex < totalChunks - 1) return answer("");
    bytes = await joinParts(world, key, totalChunks);
  }
  const container = assertAudio(bytes);
  const seconds = expectedSeconds(bytes.length, container);
  const text = await withRecordingFile(join(config.dataDir, "recordings"), bytes, (path) =>
    transcriber.transcribe({ path, container, person: actor.userId, address, seconds }, signal),
  );
  if (totalChunks > 1) await discardParts(world, key);
  return answer(text);

  function answer(transcription: string): Answer {
    const processingTimeMs = Math.round(performance.now() - beganAt);
    return { transcription, meta: { model: transcriber.id, processingTimeMs } };
  }
}

function assertAudio(bytes: Uint8Array) {
  const container = containerOf(bytes.subarray(0, CONTAINER_HEAD_BYTES));
  if (container !== null) return container;
  throw new AppError("unsupported-media-type", "Audio format not supported. Please try again.");
}
