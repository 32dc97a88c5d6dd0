import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";
import { TAG_CODE } from "./tag-code.ts";

/** The code on a thing's tag. */
export const tagCode = z.string().check(z.regex(TAG_CODE, "That is no code of a tag."));

export const findTag = defineEndpoint({
  id: "nfc.find",
  method: "GET",
  path: "/api/tags/:code",
  summary: "Which item a tag is on.",
  params: z.strictObject({ code: tagCode }),
  response: z.object({ resourceId: id }),
});

/** What its owner and the admins of its community know of an item's tag. */
const tagOfEntry = z.object({
  /** Null: it has none. */
  code: z.nullable(tagCode),
  madeAt: z.nullable(instant),
});

const params = z.strictObject({ entryId: id });

export const getTag = defineEndpoint({
  id: "nfc.get-tag",
  method: "GET",
  path: "/api/entries/:entryId/tag",
  summary: "The tag of an item: for its owner and the admins of its community.",
  params,
  response: tagOfEntry,
});

export const setTag = defineEndpoint({
  id: "nfc.set-tag",
  method: "PUT",
  path: "/api/entries/:entryId/tag",
  summary: "Give an item this tag. One it had before opens nothing any more.",
  params,
  body: z.strictObject({
    /** Made by the client, which can so write a tag without a signal. */
    code: tagCode,
  }),
  response: tagOfEntry,
});

export const removeTag = defineEndpoint({
  id: "nfc.remove-tag",
  method: "DELETE",
  path: "/api/entries/:entryId/tag",
  summary: "Take the tag off an item: it opens nothing any more.",
  params,
  response: tagOfEntry,
});
