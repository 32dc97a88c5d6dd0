import { afterEach, beforeEach, expect, test } from "vitest";
import { spokenPlace, watchCursor } from "./spoken-place.ts";

let field: HTMLTextAreaElement;
let stop: () => void;

beforeEach(() => {
  stop = watchCursor();
  field = document.createElement("textarea");
  document.body.append(field);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test("puts words at the cursor and the cursor behind them", () => {
  select("I need today", 6, 6);
  expect(place().insert("I need today", "a ladder")).toBe("I need a ladder today");
  expect(shown()).toBe("I need a ladder| today");
});

test("replaces the selection from when the recording ended", () => {
  select("a red ladder", 2, 5);
  expect(place().insert("a red ladder", "blue")).toBe("a blue ladder");
  expect(shown()).toBe("a blue| ladder");
});

test("replaces nothing of a text that was changed since", () => {
  select("a red ladder", 2, 5);
  const words = place();
  select("a red ladder or a rope", 16, 22);
  expect(words.insert("a red ladder or a rope", "please")).toBe("a red ladder or a rope please");
  expect(shown()).toBe("a red ladder or a rope please|");
});

test("puts words at the end of a field that the user never visited", () => {
  field.value = "I need";
  field.setSelectionRange(0, 0);
  expect(place().insert("I need", "a ladder")).toBe("I need a ladder");
  expect(shown()).toBe("I need a ladder|");
});

test("appends words to a draft that no field shows", () => {
  select("old", 0, 3);
  const words = place();
  expect(words.insert("newer draft", "please")).toBe("newer draft please");
  expect(field.value).toBe("old");
  field.remove();
  expect(words.insert("newer draft", "please")).toBe("newer draft please");
});

function place() {
  return spokenPlace(() => document.querySelector("textarea"));
}

function select(text: string, start: number, end: number): void {
  field.value = text;
  field.focus();
  field.setSelectionRange(start, end);
  field.blur();
}

function shown(): string {
  const { value, selectionStart, selectionEnd } = field;
  expect(selectionEnd).toBe(selectionStart);
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
}
