import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, text } from "#shared/http/fields.ts";
import { type AcceptedKind, isAccepted, type PhotoKind } from "./photo-signature.ts";

/** 5 MB; a file of exactly this size is accepted. */
export const MAX_PHOTO_BYTES = 5_242_880;
export const MAX_PHOTOS = 4;
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
const photoPurposes = ["profile", "cover", "entry"] as const;
export type PhotoPurpose = (typeof photoPurposes)[number];

/** Folder of each purpose in the bucket. */
export const photoFolders = {
  profile: "profiles",
  cover: "covers",
  entry: "entries",
} as const satisfies Record<PhotoPurpose, string>;

/** Key of a stored photo: folder, two random digits (of an older photo, its user), time, random suffix. */
export const photoPath = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^(profiles|covers|entries)\/[A-Za-z0-9_-]+\/[A-Za-z0-9_-][A-Za-z0-9_.-]*\.webp$/,
      "That is not a photo.",
    ),
  );

/** A form's messages for rejected photos. The specification words them differently for each form. */
export interface PhotoWords {
  wrongType: string;
  tooLarge: string;
}

export const uploadWords: PhotoWords = {
  wrongType: "Unsupported file type. Please upload JPEG, PNG, or WebP images.",
  tooLarge: "File size exceeds 5MB limit.",
};

/** The advice for a photo of a kind that is not accepted. */
export const photoAdvice: Record<Exclude<PhotoKind, AcceptedKind>, string> = {
  heic: "This is a HEIC photo, which most devices cannot show. On an iPhone, take a screenshot of it, or share it with Options > Most Compatible, and choose that. Settings > Camera > Formats > Most Compatible makes new photos JPEG.",
  avif: "This is an AVIF photo, which Looby cannot read. Save it as a JPEG, or take a screenshot of it, and choose that.",
};

/**
 * The problem with a chosen file, or null.
 * @param file its kind by its first bytes, its declared type, and its size in bytes as chosen: it is resized before it is sent
 */
export function refusePhoto(
  { kind, type, size }: { kind: PhotoKind | null; type: string; size: number },
  words: PhotoWords = uploadWords,
): string | null {
  if (kind !== null && !isAccepted(kind)) return photoAdvice[kind];
  if (kind === null && !PHOTO_TYPES.some((accepted) => accepted === type)) return words.wrongType;
  if (size > MAX_PHOTO_BYTES) return words.tooLarge;
  return kind === null ? words.wrongType : null;
}

export const uploadPhoto = defineEndpoint({
  id: "photos.upload",
  method: "POST",
  path: "/api/photos",
  summary: "Keep a photo: re-encoded, location data gone. The link is signed and lives an hour.",
  encoding: "multipart",
  maxBodyBytes: MAX_PHOTO_BYTES + 64 * 1024,
  sentences: {
    unauthenticated: "Please sign in to upload images",
    forbidden: "You do not have permission to upload files. Please sign in.",
    "too-large": "File size exceeds the maximum limit of 5MB.",
  },
  body: z.strictObject({
    file: z.instanceof(File),
    purpose: z.enum(photoPurposes),
    userId: z.optional(text(128)),
  }),
  response: z.object({ url: z.string(), path: photoPath, size: z.number(), type: z.string(), userId: id }),
});

export const getPhoto = defineEndpoint({
  id: "photos.file",
  method: "GET",
  path: "/api/photos/file/:folder/:owner/:name",
  summary: "A photo by its signed link; size=thumb for the small one.",
  params: z.strictObject({ folder: text(20), owner: text(128), name: text(120) }),
  query: z.strictObject({
    expires: text(20),
    signature: text(100),
    size: z.optional(z.enum(["full", "thumb"])),
  }),
  response: z.unknown(),
  answer: "file",
});
