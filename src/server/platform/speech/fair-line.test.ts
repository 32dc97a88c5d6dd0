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

/** The order in which waiting pieces are served. */
function served(line: FairLine<Piece>): string[] {
  const names: string[] = [];
  for (let next = line.next(); next !== null; next = line.next()) names.push(next.name);
  return names;
}

test("a user with one recording is next, however many another user sent before", () => {
  const line = new FairLine<Piece>(wide);
  for (let count = 1; count <= 17; count += 1) line.join(piece(`a${count}`, 900));
  expect(line.next()?.name).toBe("a1");
  line.join(piece("b", 900));
  expect(line.next()?.name).toBe("b");
  line.join(piece("c", 5));
  expect(line.next()?.name).toBe("c");
});

test("two users who keep sending take turns", () => {
  const line = new FairLine<Piece>(wide);
  for (const name of ["a1", "a2", "a3", "b1", "b2", "b3"]) line.join(piece(name, 60));
  expect(served(line)).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
});

test("a short recording goes before a long one, also of the same person", () => {
  const line = new FairLine<Piece>(wide);
  for (const each of [piece("a1", 600), piece("a2", 5), piece("b1", 300)]) line.join(each);
  expect(served(line)).toEqual(["a2", "b1", "a1"]);
});

test("many short recordings of one user do not starve a long one of another", () => {
  const line = new FairLine<Piece>(wide);
  line.join(piece("b", 60));
  for (let count = 1; count <= 15; count += 1) line.join(piece(`a${count}`, 10));
  expect(served(line).indexOf("b")).toBe(5);
});

test("limits per person, per address and in total apply, and recordings being processed count", () => {
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

test("when the queue is empty, earlier usage is forgotten", () => {
  const line = new FairLine<Piece>(wide);
  const long = piece("a1", 900);
  line.join(long);
  line.leave(line.next() ?? long);
  line.join(piece("a2", 10));
  line.join(piece("b", 20));
  expect(served(line)).toEqual(["a2", "b"]);
});
