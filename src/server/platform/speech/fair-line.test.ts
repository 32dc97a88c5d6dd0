import { expect, test } from "vitest";
import { FairLine, PIECE_S, type Waiting } from "./fair-line.ts";

interface Named extends Waiting {
  name: string;
}

const recording = (name: string, seconds: number, network = name.slice(0, 1)): Named => ({
  name,
  person: name.slice(0, 1),
  network,
  seconds,
  isBegun: false,
});
const wide = { ofPerson: 20, inAll: 40, begun: 40 };

/** The order in which waiting recordings are served. */
function served(line: FairLine<Named>): string[] {
  const names: string[] = [];
  for (let next = line.next(); next !== null; next = line.next()) names.push(next.name);
  return names;
}

/** The order in which pieces are processed. */
function pieces(line: FairLine<Named>, count: number): string[] {
  return Array.from({ length: count }, () => {
    const next = line.next();
    if (next === null) return "";
    if (next.seconds > PIECE_S) line.waitAgain(next);
    else line.leave(next);
    return next.name;
  });
}

test("serves a user with one recording next, however many another user sent before", () => {
  const line = new FairLine<Named>(wide);
  for (let count = 1; count <= 17; count += 1) line.join(recording(`a${count}`, 900));
  expect(line.next()?.name).toBe("a1");
  line.join(recording("b", 900));
  expect(line.next()?.name).toBe("b");
  line.join(recording("c", 5));
  expect(line.next()?.name).toBe("c");
});

test("alternates between two users who send continuously", () => {
  const line = new FairLine<Named>(wide);
  for (const name of ["a1", "a2", "a3", "b1", "b2", "b3"]) line.join(recording(name, 60));
  expect(served(line)).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
});

test("serves a short recording before a long one, also of the same user", () => {
  const line = new FairLine<Named>(wide);
  for (const each of [recording("a1", 600), recording("a2", 5), recording("b1", 300)]) line.join(each);
  expect(served(line)).toEqual(["a2", "b1", "a1"]);
});

test("does not starve a long recording behind another user's many short ones", () => {
  const line = new FairLine<Named>(wide);
  line.join(recording("b", 60));
  for (let count = 1; count <= 15; count += 1) line.join(recording(`a${count}`, 9));
  expect(pieces(line, 12).filter((name) => name === "b")).toHaveLength(6);
});

test("serves a short recording after the current piece of a long one", () => {
  const line = new FairLine<Named>(wide);
  for (const name of ["a", "b", "c"]) line.join(recording(name, 900));
  pieces(line, 40);
  const atWork = line.next();
  line.join(recording("d", 5));
  if (atWork !== null) line.waitAgain(atWork);
  expect(line.next()?.name).toBe("d");
});

test("does not place a user served at length behind all later recordings", () => {
  const line = new FairLine<Named>(wide);
  line.join(recording("a1", 600));
  pieces(line, 59);
  line.join(recording("b", 900));
  expect(pieces(line, 2)).toEqual(["b", "a1"]);
  line.join(recording("a2", 5));
  expect(pieces(line, 2)).toContain("a2");
});

test("serves a recording that is longer than expected piece by piece", () => {
  const line = new FairLine<Named>(wide);
  const long = recording("a", 3);
  line.join(long);
  line.waitAgain(line.next() ?? long);
  line.join(recording("b", 30));
  expect(pieces(line, 2)).toEqual(["b", "a"]);
});

test("limits recordings per user and in total, including those in progress", () => {
  const line = new FairLine<Named>({ ...wide, ofPerson: 2, inAll: 3 });
  const first = recording("a1", 1);
  expect(line.join(first)).toBeNull();
  expect(line.next()).toBe(first);
  expect(line.join(recording("a2", 1))).toBeNull();
  expect(line.join(recording("a3", 1))).toMatchObject({ recording: { name: "a3" }, limit: "ofPerson" });
  expect(line.join(recording("b", 1))).toBeNull();
  line.leave(first);
  expect(line.join(recording("a3", 1))).toBeNull();
});

test("admits every user once before any user twice when full", () => {
  const line = new FairLine<Named>({ ...wide, ofPerson: 3, inAll: 4 });
  for (const name of ["a1", "a2", "a3"]) line.join(recording(name, 5));
  line.join(recording("b", 900));
  expect(line.join(recording("c", 900))).toMatchObject({ recording: { name: "a1" }, limit: "inAll" });
  expect(line.join(recording("d", 900))).toMatchObject({ recording: { name: "a2" } });
  expect(line.join(recording("e", 900))).toMatchObject({ recording: { name: "e" }, limit: "inAll" });
  expect(line.join(recording("f", 5))).toMatchObject({ recording: { name: "b" } });
  expect(line.join(recording("f2", 5))).toMatchObject({ recording: { name: "f2" } });
});

test("drops a recording of the busiest network when full, whatever its number of users", () => {
  const line = new FairLine<Named>({ ...wide, inAll: 4 });
  for (const name of ["a", "b", "c"]) line.join(recording(name, 1, "one"));
  line.join(recording("d", 900, "other"));
  expect(line.join(recording("e", 5, "third"))).toMatchObject({ recording: { network: "one" } });
  expect(line.join(recording("f", 5, "third"))).toMatchObject({ recording: { name: "f" }, limit: "inAll" });
  expect(line.join(recording("g", 1, "one"))).toMatchObject({ recording: { network: "one" } });
});

test("shares a full line fairly among the users of a single network", () => {
  const line = new FairLine<Named>({ ...wide, inAll: 3 });
  for (const name of ["a1", "a2", "b"]) line.join(recording(name, 5, "camp"));
  expect(line.join(recording("c", 900, "camp"))).toMatchObject({ recording: { name: "a1" } });
});

/** Works on the next piece as the transcriber does, and returns its recording's name. */
function work(line: FairLine<Named>): string {
  const next = line.next();
  if (next === null) return "";
  if (!next.isBegun) {
    const yielding = line.whoGivesWay();
    if (yielding !== null) yielding.isBegun = false;
  }
  next.isBegun = true;
  if (next.seconds > PIECE_S) line.waitAgain(next);
  else line.leave(next);
  return next.name;
}

test("begins few recordings at once and finishes all", () => {
  const line = new FairLine<Named>({ ...wide, begun: 4 });
  const all = Array.from("abcdefghij", (name, index) => recording(name, 60 + index));
  for (const each of all) line.join(each);
  const worked: string[] = [];
  for (let name = work(line); name !== ""; name = work(line)) {
    worked.push(name);
    expect(all.filter(({ isBegun, seconds }) => isBegun && seconds > PIECE_S).length).toBeLessThanOrEqual(4);
  }
  expect(new Set(worked).size).toBe(10);
  expect(worked.length).toBeLessThan(100);
});

test("does not delay a shorter recording until long ones in progress end", () => {
  const line = new FairLine<Named>({ ...wide, begun: 4 });
  for (const name of ["a", "b", "c", "d", "e"]) line.join(recording(name, 900));
  for (let count = 0; count < 20; count += 1) work(line);
  line.join(recording("f", 5));
  expect(work(line)).toBe("f");
  line.join(recording("g", 25));
  expect([work(line), work(line), work(line), work(line), work(line)]).toContain("g");
});

test("interrupts first a recording that is longer than declared", () => {
  const line = new FairLine<Named>({ ...wide, begun: 1 });
  const liar = recording("a", 5);
  line.join(liar);
  line.waitAgain(line.next() ?? liar);
  liar.isBegun = true;
  line.join(recording("b", 900));
  expect(line.next()?.name).toBe("b");
  expect(line.whoGivesWay()).toBe(liar);
});

test("forgets earlier usage when the queue is empty", () => {
  const line = new FairLine<Named>(wide);
  const long = recording("a1", 900);
  line.join(long);
  line.leave(line.next() ?? long);
  line.join(recording("a2", 10));
  line.join(recording("b", 20));
  expect(served(line)).toEqual(["a2", "b"]);
});
