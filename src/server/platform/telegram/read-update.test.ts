import { expect, test } from "vitest";
import { readUpdate } from "./read-update.ts";

const link = (offset: number, length: number, url = "https://a.example/x") => ({
  type: "text_link",
  offset,
  length,
  url,
});
const bold = (offset: number, length: number) => ({ type: "bold", offset, length });

test.each([
  ["remember that the map is here", [link(25, 4)], "remember that the map is here (https://a.example/x)"],
  ["🏕️👩‍👩‍👧 see here, now", [link(16, 4)], "🏕️👩‍👩‍👧 see here (https://a.example/x), now"],
  ["a bold link here", [bold(2, 9), link(7, 9)], "a bold link here (https://a.example/x)"],
  // Telegram cuts a link where other formatting begins.
  ["a bold link", [link(2, 5), bold(2, 5), link(7, 4)], "a bold link (https://a.example/x)"],
  [
    "one two",
    [link(0, 3), link(4, 3, "https://b.example/")],
    "one (https://a.example/x) two (https://b.example/)",
  ],
  [
    "two one",
    [link(4, 3, "https://b.example/"), link(0, 3)],
    "two (https://a.example/x) one (https://b.example/)",
  ],
  ["here ", [link(0, 5)], "here (https://a.example/x) "],
  ["https://a.example/x", [link(0, 19)], "https://a.example/x"],
  ["a.example/x", [link(0, 11)], "a.example/x (https://a.example/x)"],
  ["here", [link(0, 4, "tg://user?id=1"), link(0, 4, "javascript:alert(1)")], "here"],
  ["here", [link(-1, 2), link(90, 1), { type: "mention" }, null], "here"],
  ["plain", undefined, "plain"],
  ["plain", { offset: 1 }, "plain"],
])("appends the address behind a word: %j", (text, entities, read) => {
  expect(readMessage({ text, entities })).toMatchObject({ kind: "text", text: read });
  const caption = { caption: text, caption_entities: entities };
  expect(readMessage({ ...caption, photo: [{}] })).toMatchObject({ kind: "picture", caption: read });
  const voice = { file_id: "a", duration: 1 };
  expect(readMessage({ ...caption, voice })).toMatchObject({ kind: "sound", caption: read });
});

function readMessage(message: object) {
  return readUpdate({ update_id: 1, message: { chat: { id: 1, type: "private" }, ...message } });
}
