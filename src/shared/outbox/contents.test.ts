import { expect, test } from "vitest";
import { contentsOf, describeFile } from "./contents.ts";

test("lists a queued write field by field, with files by name", () => {
  const file = new File(["x".repeat(1200)], "oven.webp");
  const body = {
    title: "Solar oven",
    description: "Bakes.\nSlowly.",
    tags: ["sun", "bread"],
    isLent: false,
    none: null,
    blank: "",
    nothing: [],
    photos: [{ $resultOf: "up", field: "path" }],
    location: { address: "7:30 & C", point: { lat: 40.7, lon: -119.2 } },
    answers: [{ question: "Why?", answer: "Because." }],
    file,
  };
  const contents = contentsOf(body);
  expect(contents).toEqual([
    { field: "title", value: "Solar oven" },
    { field: "description", value: "Bakes.\nSlowly." },
    { field: "tags", value: "sun, bread" },
    { field: "isLent", value: "false" },
    { field: "location.address", value: "7:30 & C" },
    { field: "location.point.lat", value: "40.7" },
    { field: "location.point.lon", value: "-119.2" },
    { field: "answers.1.question", value: "Why?" },
    { field: "answers.1.answer", value: "Because." },
    { field: "file", value: file },
  ]);
});

test.each([
  ["nothing", undefined, []],
  ["null", null, []],
  ["bare words, as no version makes them", "words", [{ field: "", value: "words" }]],
  ["a list", [1, 2], [{ field: "", value: "1, 2" }]],
])("lists a body that is %s", (_, body, expected) => {
  expect(contentsOf(body)).toEqual(expected);
});

test.each([
  [339_001, "lamp.jpg, 340 kB"],
  [1_100_000, "lamp.jpg, 1.1 MB"],
])("describes a file of %i bytes", (bytes, words) => {
  expect(describeFile(new File([new Uint8Array(bytes)], "lamp.jpg"))).toBe(words);
});
