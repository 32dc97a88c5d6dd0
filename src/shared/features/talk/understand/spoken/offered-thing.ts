import type { Intent } from "../intent.ts";
import type { Reading } from "../read-message.ts";

const TAUGHT = /\bteach (?:people|others|you|someone|somebody|everyone) (?:how )?(?:to )?([\p{L} ]+)/u;
const BEFORE_THING =
  /^(?:(?:teach|show|help)(?: (?:people|others|you|someone|somebody|everyone))?(?: how)?(?: to)?|(?:brought|bought|got|have|packed) (?:(?:far|way|much) )?(?:too )?(?:many|much)) (?=\p{L})/u;
const AFTER_THING = / (?:that|which|people|others|who)\b.*$/;

/** The thing itself: "juggle" of "teach people how to juggle", "hammock" of "hammock that people can use". */
export function thingOffered({ what, text }: Reading): string | null {
  const thing = (TAUGHT.exec(text)?.[1] ?? what).replace(BEFORE_THING, "").replace(AFTER_THING, "");
  return thing === "" ? null : thing;
}

/** The kind of item offered: a skill, a place, otherwise gear. */
export function offeredKind({ wholeText }: Reading, before: Intent | null): Intent["sought"] {
  if (
    /\b(?:teach|lessons?|i do|am (?:also )?an?|i can (?:help|play|cut|fix|repair|translate|cook|sew|drive|massage)|i know how)\b/.test(
      wholeText,
    )
  )
    return "talent";
  if (/\b(?:space|room|venue|stage|lounge|kitchen|living room|dome|plot)\b/.test(wholeText)) return "venue";
  return before?.ability === "share" ? before.sought : "gear";
}
