import { expect, test } from "vitest";
import { sameCamps } from "./same-camps.ts";

type Camp = Parameters<typeof sameCamps>[0][number];
const camp = (
  id: string,
  name: string,
  hometown: string | null = null,
  address: string | null = null,
): Camp => ({
  id,
  name,
  hometown,
  location_string: address,
});
const match = (stored: Camp[], inFile: Camp[]) => Object.fromEntries(sameCamps(stored, inFile));
/** A list whose ids are row numbers. */
const numbered = (...names: string[]) => names.map((name, index) => camp(String(index + 1), name));
/** The file as it is stored. */
const importInto = (stored: Camp[], inFile: Camp[]) => {
  const ids = sameCamps(stored, inFile);
  return inFile.map((each) => ({ ...each, id: ids.get(each.id) ?? "" }));
};
const idOf = (camps: Camp[], sought: string) => camps.find(({ name }) => name === sought)?.id;

test("recognizes a camp by its name when its id is another one", () => {
  expect(match([camp("1", "Café  Lumière")], [camp("a", "CAFE LUMIERE!")])).toEqual({ a: "1" });
  expect(match([camp("1", "Teapot", "Reno")], [camp("a", "Teapot", null)])).toEqual({ a: "1" });
});

test("distinguishes camps of one name by their home, then by their address", () => {
  const stored = [camp("1", "Teapot", "Reno"), camp("2", "Teapot", "Oslo")];
  expect(match(stored, [camp("b", "Teapot", "Oslo"), camp("a", "Teapot", "reno")])).toEqual({
    a: "1",
    b: "2",
  });
  const homeless = [camp("1", "Tbd", null, "7:30 & E"), camp("2", "Tbd", null, "3:00 & B")];
  const shifted = [camp("1", "New"), camp("2", "Tbd", null, "7:30 & E"), camp("3", "Tbd", null, "3:00 & B")];
  expect(match(homeless, shifted)).toMatchObject({ 2: "1", 3: "2" });
});

test("matches no camp when several may be meant", () => {
  expect(match([camp("1", "Teapot"), camp("2", "Teapot")], [camp("a", "Teapot")])).toEqual({ a: "a" });
  expect(match([camp("1", "Teapot")], [camp("a", "Teapot"), camp("b", "Teapot")])).toEqual({
    a: "a",
    b: "b",
  });
  expect(match([camp("1", "Teapot")], [camp("a", "Kettle")])).toEqual({ a: "a" });
  const unclear = match(
    [camp("1", "Teapot")],
    [camp("1", "Kettle"), camp("a", "Teapot"), camp("b", "Teapot")],
  );
  expect(unclear).not.toMatchObject({ 1: "1" });
});

test("matches names without letters by their signs", () => {
  expect(match([camp("1", "???"), camp("2", "!!!")], [camp("a", "!!!")])).toEqual({ a: "2" });
});

test("keeps each camp's id when the row numbers of a file shift", () => {
  const stored = numbered("Bazaar", "Cup", "Dune", "Elk");
  const after = importInto(stored, numbered("Acorn", "Bazaar", "Cup", "Dune", "Elk"));
  for (const { id, name } of stored) expect(idOf(after, name)).toBe(id);
  expect(stored.map(({ id }) => id)).not.toContain(idOf(after, "Acorn"));
  expect(match(stored, numbered("Cup", "Dune", "Elk"))).toEqual({ 1: "2", 2: "3", 3: "4" });
});

test("keeps the ids of two camps that swap names with the names", () => {
  expect(match(numbered("Teapot", "Kettle"), numbered("Kettle", "Teapot"))).toEqual({ 1: "2", 2: "1" });
});

test("keeps the id of a renamed camp whose old name is not in the file", () => {
  expect(match(numbered("Teapot", "Kettle"), numbered("Teapot & Sons", "Kettle"))).toEqual({
    1: "1",
    2: "2",
  });
  // One of two camps of that name.
  expect(match(numbered("Teapot", "Teapot"), numbered("Teapot", "Annex"))).toEqual({ 1: "1", 2: "2" });
});

test("gives the stored id to the camp with the old name, not to the one with a new name", () => {
  const ids = match([camp("1", "Teapot")], [camp("1", "Teapot & Sons"), camp("a", "Teapot")]);
  expect(ids["a"]).toBe("1");
  expect(ids["1"]).not.toBe("1");
});

test("gives a new camp no id of a camp that left the map earlier", () => {
  const first = numbered("Bazaar");
  const second = importInto(first, numbered("Acorn", "Bazaar"));
  const third = importInto(second, numbered("Abacus", "Bazaar"));
  const fourth = importInto(importInto(third, numbered("Bazaar")), numbered("Aardvark", "Bazaar"));
  const ids = [idOf(second, "Acorn"), idOf(third, "Abacus"), idOf(fourth, "Aardvark")];
  expect(new Set([...ids, "1"]).size).toBe(4);
});

test("gives each camp an id of its own, and the same again for the same file", () => {
  const names = ["Tbd", "Tbd", "Acorn", "Tbd", "Cup", "Elk"];
  // All short lists of these names, as the stored camps and as a file with other row numbers.
  const lists = names.flatMap((_, start) =>
    [1, 2, 4, 6].map((size) => numbered(...names.slice(start, start + size))),
  );
  for (const stored of lists)
    for (const file of lists) {
      const after = importInto(stored, file);
      expect(new Set(after.map(({ id }) => id)).size).toBe(file.length);
      expect(importInto(after, file)).toEqual(after);
    }
});
