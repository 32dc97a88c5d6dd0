import { expect, test } from "vitest";
import { FairLine, type Waiting } from "./fair-line.ts";

interface Piece extends Waiting {
  name: string;
}

const piece = (name: string, seconds: number, address = `of ${name}`): Piece => ({
  name,
  person: name.slice(0, 1),
  address,
  seconds,
});
const wide = { ofPerson: 20, ofAddress: 20, inAll: 40 };

/** The order in which those who stand in line are served. */
function served(line: FairLine<Piece>): string[] {
  const names: string[] = [];
  for (let next = line.next(); next !== null; next = line.next()) names.push(next.name);
  return names;
}

test("whoever comes with one is next, however many another has sent before", () => {
  const line = new FairLine<Piece>(wide);
  for (let count = 1; count <= 17; count += 1) line.join(piece(`a${count}`, 900));
  expect(line.next()?.name).toBe("a1");
  line.join(piece("b", 900));
  expect(line.next()?.name).toBe("b");
  line.join(piece("c", 5));
  expect(line.next()?.name).toBe("c");
});

test("two who keep on sending take turns", () => {
  const line = new FairLine<Piece>(wide);
  for (const name of ["a1", "a2", "a3", "b1", "b2", "b3"]) line.join(piece(name, 60));
  expect(served(line)).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
});

test("a short one goes before a long one, of the same person, too", () => {
  const line = new FairLine<Piece>(wide);
  for (const each of [piece("a1", 600), piece("a2", 5), piece("b1", 300)]) line.join(each);
  expect(served(line)).toEqual(["a2", "b1", "a1"]);
});

test("many short ones of one do not keep a long one of another waiting for ever", () => {
  const line = new FairLine<Piece>(wide);
  line.join(piece("b", 60));
  for (let count = 1; count <= 15; count += 1) line.join(piece(`a${count}`, 10));
  expect(served(line).indexOf("b")).toBe(5);
});

test("a person, an address and all together have a bound, and what is at work counts", () => {
  const line = new FairLine<Piece>({ ofPerson: 2, ofAddress: 3, inAll: 4 });
  const first = piece("a1", 1, "home");
  expect(line.join(first)).toBeNull();
  expect(line.next()).toBe(first);
  expect(line.join(piece("a2", 1, "home"))).toBeNull();
  expect(line.join(piece("a3", 1, "away"))).toBe("person");
  expect(line.join(piece("b", 1, "home"))).toBeNull();
  expect(line.join(piece("c", 1, "home"))).toBe("address");
  expect(line.join(piece("c", 1, "away"))).toBeNull();
  expect(line.join(piece("d", 1, "far"))).toBe("all");
  line.leave(first);
  expect(line.join(piece("a3", 1, "away"))).toBeNull();
});

test("when nobody is left, what was given is forgotten", () => {
  const line = new FairLine<Piece>(wide);
  const long = piece("a1", 900);
  line.join(long);
  line.leave(line.next() ?? long);
  line.join(piece("a2", 10));
  line.join(piece("b", 20));
  expect(served(line)).toEqual(["a2", "b"]);
});
