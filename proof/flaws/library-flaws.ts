import type { PlantedFlaw } from "./planted-flaw.ts";

/** Flaws of the library, its photos and its links. */
export const libraryFlaws: readonly PlantedFlaw[] = [
  {
    name: "a stranger reads the contact of a resource",
    row: "GET listings, offerings",
    file: "src/server/features/resources/view.ts",
    find: "const seesContact =\n    isMine ||",
    replace: "const seesContact =\n    record.email !== null ||\n    isMine ||",
    foundBy: {
      file: "src/server/features/lending/lending.test.ts",
      tests: [
        "asked, agreed, handed over and back: both sides are told, the contact is shown in between, the history tells of it",
      ],
    },
  },
  {
    name: "anybody edits anybody's entry",
    row: "PATCH entries/:id",
    file: "src/server/features/resources/edit.ts",
    find: 'record.createdBy === actor.userId ? "owner" : "stranger"',
    replace: 'record.createdBy === "" ? "stranger" : "owner"',
    foundBy: {
      file: "src/server/features/resources/edit.test.ts",
      tests: ["another's entry is not there to change or to delete, for fellow members and admins neither"],
    },
  },
  {
    name: "a field of the call says who the caller is",
    row: "G1; POST entries",
    file: "src/server/http/router.ts",
    find: "return true;",
    replace: "continue;",
    foundBy: {
      file: "src/server/features/voice/voice.test.ts",
      tests: ["bad input: another's name is refused, and no file is left"],
    },
  },
  {
    name: "somebody else's photo is taken by its path",
    row: "PATCH profilePhotoPath",
    file: "src/server/features/photos/repository.ts",
    find: 'row.and([row("used_by", "is", null), row("owner_id", "=", ownerId)])',
    replace: 'row("used_by", "is", null)',
    foundBy: {
      file: "src/server/features/photos/repository.test.ts",
      tests: ["only one's own photos can be claimed, for what they were uploaded for, by one thing"],
    },
  },
  {
    name: "a photo keeps where and by whom it was taken",
    row: "uploads",
    file: "src/server/features/photos/reencode.ts",
    find: ".webp({ quality })",
    replace: ".keepMetadata()\n    .webp({ quality })",
    foundBy: {
      file: "src/server/features/photos/reencode.test.ts",
      tests: ["a phone's photo comes back upright, in two sizes, without its location, camera or script"],
    },
  },
  {
    name: "a drawing with a script in it is taken for a photo",
    row: "uploads",
    file: "src/server/features/photos/reencode.ts",
    find: "const kind = photoKindOf(bytes);",
    replace: 'const kind = photoKindOf(bytes) ?? ((await sharp(bytes).metadata()).format as "png");',
    foundBy: {
      file: "src/server/features/photos/reencode.test.ts",
      tests: ["a file that is not a picture of the three kinds is refused by its content"],
    },
  },
  {
    name: "one person fills the disk with photos",
    row: "uploads",
    file: "src/server/features/photos/repository.ts",
    find: 'if (used + photo.size > quota.photoBytes) return "bytes";',
    replace: "",
    foundBy: {
      file: "src/server/features/photos/repository.test.ts",
      tests: ["of two uploads that fit alone but not together one is taken"],
    },
  },
  {
    name: "a photo's link is good with any signature",
    row: "signed links",
    file: "src/server/features/photos/signed-link.ts",
    find: "return signature.length === expected.length && timingSafeEqual(signature, expected);",
    replace:
      "return signature.length === expected.length && !timingSafeEqual(signature, Buffer.alloc(expected.length));",
    foundBy: {
      file: "src/server/features/photos/signed-link.test.ts",
      tests: ["a link opens one size of one photo on one server"],
    },
  },
  {
    name: "a photo's link never ends",
    row: "signed links",
    file: "src/server/features/photos/signed-link.ts",
    find: "return secondsLeft > 0 ?",
    replace: "return secondsLeft > Number.NEGATIVE_INFINITY ?",
    foundBy: {
      file: "src/server/features/photos/signed-link.test.ts",
      tests: ["a link lives an hour at least, is the same for ten minutes, and then ends"],
    },
  },
  {
    name: "a link runs a script",
    row: "surveyUrl, camp url, contact",
    file: "src/shared/http/safe-link.ts",
    find: "return host === undefined ? null : { href, host };",
    replace: "return { href, host: host ?? text };",
    foundBy: { file: "src/shared/http/safe-link.test.ts", tests: ["everything else is no link"] },
  },
  {
    name: "a mail address brings headers of its own",
    row: "surveyUrl, camp url, contact",
    file: "src/shared/http/safe-link.ts",
    find: "/^mailto:([a-z0-9._+-]{1,64})@",
    replace: "/^mailto:([^@]{1,64})@",
    foundBy: { file: "src/shared/http/safe-link.test.ts", tests: ["everything else is no link"] },
  },
  {
    name: "a cell of an exported table runs as a formula",
    row: "dataset cleaned at import",
    file: "src/shared/features/transfer/formula.ts",
    find: "return FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;",
    replace: "return text;",
    foundBy: {
      file: "src/server/features/transfer/transfer.test.ts",
      tests: ["listings go out and come back equal, as CSV and as JSON, and no cell runs as a formula"],
    },
  },
];
