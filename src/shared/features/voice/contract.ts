import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, text } from "#shared/http/fields.ts";

/** A larger file is sent in parts of this size, one after the other. */
export const AUDIO_PART_BYTES = 20_971_520;
export const MAX_AUDIO_PARTS = 3;
/** Longest decoded audio of one recording, in seconds: far above the three minutes people record, far below what fills the memory. */
export const MAX_RECORDING_S = 15 * 60;

const count = (max: number) => z.coerce.number().check(z.int(), z.gte(0), z.lte(max));

export const transcribe = defineEndpoint({
  id: "voice.transcribe",
  method: "POST",
  path: "/api/transcribe",
  summary:
    "Speech into text. Parts but the last are answered with an empty text; the last one with all of it.",
  encoding: "multipart",
  maxBodyBytes: AUDIO_PART_BYTES + 64 * 1024,
  sentences: { "too-large": "Your recording was too large. Please try a shorter recording." },
  body: z.strictObject({
    audio: z.instanceof(File),
    /** Created by the client for each recording; identifies it while its parts arrive. */
    sessionId: z.optional(id),
    chunkIndex: z.optional(count(MAX_AUDIO_PARTS - 1)),
    totalChunks: z.optional(count(MAX_AUDIO_PARTS).check(z.gte(1))),
    /** These four are accepted and ignored: the bytes determine the type. */
    deviceInfo: z.optional(text(200)),
    mimeType: z.optional(text(200)),
    fileSize: z.optional(text(20)),
    isResource: z.optional(text(10)),
    userId: z.optional(text(128)),
  }),
  response: z.object({
    /** Empty for silence, and for every part but the last. */
    transcription: z.optional(z.string()),
    meta: z.optional(z.object({ model: z.string(), processingTimeMs: z.number() })),
  }),
  queue: "never",
});

/** The maximum number of parts of a file of `device-speech.ts`: the largest has 41. */
const MAX_FILE_PARTS = 64;

export const getDeviceFilePart = defineEndpoint({
  id: "voice.device-file-part",
  method: "GET",
  path: "/api/device-speech/:hash/:part",
  summary: "A part of a file that speech recognition on the caller's own device needs.",
  params: z.strictObject({
    /** SHA-256 of the whole file. */
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** Counted from 0. */
    part: count(MAX_FILE_PARTS - 1),
  }),
  response: z.unknown(),
  answer: "file",
});
