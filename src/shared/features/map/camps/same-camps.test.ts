import { expect, test } from "vitest";
import { sameCamps } from "./same-camps.ts";

const camp = (id: string, name: string, hometown: string | null = null) => ({ id, name, hometown });
const match = (...sides: Parameters<typeof sameCamps>) => [...sameCamps(...sides)];

test("recognizes a camp by its name when its id is another one", () => {
  expect(match([camp("1", "Café  Lumière")], [camp("a", "CAFE LUMIERE!")])).toEqual([["a", "1"]]);
  expect(match([camp("1", "Teapot", "Reno")], [camp("a", "Teapot", null)])).toEqual([["a", "1"]]);
});

test("distinguishes camps of one name by their home", () => {
  const stored = [camp("1", "Teapot", "Reno"), camp("2", "Teapot", "Oslo")];
  expect(match(stored, [camp("b", "Teapot", "Oslo"), camp("a", "Teapot", "reno")])).toEqual([
    ["b", "2"],
    ["a", "1"],
  ]);
});

test("matches no camp when several may be meant", () => {
  expect(match([camp("1", "Teapot"), camp("2", "Teapot")], [camp("a", "Teapot")])).toEqual([]);
  expect(match([camp("1", "Teapot")], [camp("a", "Teapot"), camp("b", "Teapot")])).toEqual([]);
  expect(match([camp("1", "Teapot")], [camp("a", "Kettle")])).toEqual([]);
});

test("leaves camps whose ids match alone", () => {
  expect(
    match([camp("1", "Teapot"), camp("2", "Kettle")], [camp("1", "Kettle"), camp("a", "Teapot")]),
  ).toEqual([]);
});

test("matches names without letters by their signs", () => {
  expect(match([camp("1", "???"), camp("2", "!!!")], [camp("a", "!!!")])).toEqual([["a", "2"]]);
});
