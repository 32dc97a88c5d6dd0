import { expect, test } from "vitest";
import { type NdefRecord, readRecords } from "./scan-tag.ts";

const CODE = "7K3MQ9TD0XVF2B8C";
const bytes = (text: string) => new DataView(new TextEncoder().encode(text).buffer);
const url = (address: string): NdefRecord => ({ recordType: "url", data: bytes(address) });

test("uses the first record that is one of our tags, whatever precedes it", () => {
  const item = { kind: "item", code: CODE };
  expect(readRecords([url(`https://looby.example/t/${CODE}`)])).toEqual(item);
  expect(readRecords([{ recordType: "text", encoding: "utf-8", data: bytes(CODE) }])).toEqual(item);
  expect(
    readRecords([
      { recordType: "empty" },
      { recordType: "mime", data: bytes("BEGIN:VCARD") },
      url("https://evil.example/"),
      { recordType: "absolute-url", data: bytes(`http://10.0.0.7:3000/t/${CODE}`) },
    ]),
  ).toEqual(item);
});

test("rejects hostile, foreign, huge and malformed records with a message", () => {
  const sentence = (problem: string) => ({ kind: "problem", problem });
  const foreign = sentence("It isn’t a Looby tag, so nothing was opened.");
  expect(readRecords([])).toEqual(sentence("It is empty."));
  expect(readRecords([{ recordType: "empty" }])).toEqual(sentence("It is empty."));
  expect(readRecords([url("https://evil.example/login")])).toEqual(foreign);
  expect(readRecords([url("javascript:alert(1)")])).toEqual(foreign);
  expect(readRecords([{ recordType: "smart-poster", data: bytes(CODE) }])).toEqual(foreign);
  expect(readRecords([{ recordType: "android.com:pkg", data: bytes("com.evil") }])).toEqual(foreign);
  expect(readRecords([{ recordType: "url" }])).toEqual(foreign);
  const broken = new DataView(Uint8Array.from({ length: 300 }, (_, index) => 128 + (index % 64)).buffer);
  expect(readRecords([{ recordType: "url", data: broken }])).toMatchObject({ kind: "problem" });
  const huge = sentence("There is more on it than on any Looby tag.");
  expect(readRecords([url(`https://looby.example/t/${CODE}${" ".repeat(300)}`)])).toEqual(huge);
  expect(readRecords([{ recordType: "url", data: new DataView(new ArrayBuffer(50_000_000)) }])).toEqual(huge);
  // Only the first eight are read.
  expect(readRecords([...Array(8).fill(url("https://evil.example/")), url(CODE)])).toEqual(foreign);
});
