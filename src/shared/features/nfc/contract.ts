import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";
import { TAG_CODE } from "./tag-code.ts";

/** The code on an item's tag. */
export const tagCode = z.string().check(z.regex(TAG_CODE, "That isn’t a tag code."));

export const findTag = defineEndpoint({
  id: "nfc.find",
  method: "GET",
  path: "/api/tags/:code",
  summary: "Which item a tag is on.",
  params: z.strictObject({ code: tagCode }),
  response: z.object({ resourceId: id }),
});

/** An item's tag, as its owner and its community's admins see it. */
const tagOfEntry = z.object({
  /** Null when it has no tag. */
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
  summary: "Give an item this tag. One it had before stops working.",
  params,
  body: z.strictObject({
    /** Created by the client, so that a tag can be written while offline. */
    code: tagCode,
  }),
  response: tagOfEntry,
});

export const removeTag = defineEndpoint({
  id: "nfc.remove-tag",
  method: "DELETE",
  path: "/api/entries/:entryId/tag",
  summary: "Take the tag off an item: it stops working.",
  params,
  response: tagOfEntry,
});
