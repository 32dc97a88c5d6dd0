import { fold } from "#shared/word-likeness.ts";
import type { Camp } from "./camp.ts";
import { digest } from "./camp-row.ts";

type Named = Pick<Camp, "id" | "name" | "hometown" | "location_string">;

/** A camp by the words of its name, with its home, and with its home and address. */
interface Described {
  id: string;
  name: [string];
  home: [string, string];
  full: [string, string, string];
}

/**
 * Under which id each camp of a file is stored. Users' favourites and notes and printed codes use stored ids. A name is stronger than an
 * id, because ids may be row numbers: a camp takes the stored id of its name, whichever id the file gives it. Home, address and id decide
 * between camps of one name. A camp whose name is new keeps the stored id of the file if that camp's old name is not in the file: it was
 * renamed. Any other camp is new; if its id is taken, it gets another one. The same file again leads to the same ids.
 * @param left camps that left the map and have users' notes: they may return by their name, not by their id alone
 * @returns the id to store by the id of the file; no id occurs twice
 */
export function sameCamps(
  stored: readonly Named[],
  inFile: readonly Named[],
  left: readonly Named[] = [],
): Map<string, string> {
  const same = new Map<string, string>();
  const taken = new Set([...stored, ...left].map(({ id }) => id));
  let known = [...stored, ...left].map(describe).toSorted(byId);
  let given = inFile.map(describe).toSorted(byId);
  // Camps with the same key, if only one on each side has it; twins, as many on both sides, in the order of their ids.
  const match = (keyOf: (camp: Described) => readonly string[], areTwinsMatched = false) => {
    const keyed = (camp: Described) => JSON.stringify(keyOf(camp));
    const knownByKey = Map.groupBy(known, keyed);
    for (const [key, camps] of Map.groupBy(given, keyed)) {
      const others = knownByKey.get(key) ?? [];
      if (camps.length === others.length && (camps.length === 1 || areTwinsMatched))
        for (const [index, { id }] of camps.entries()) same.set(id, others[index]?.id ?? id);
    }
    const matched = new Set(same.values());
    known = known.filter(({ id }) => !matched.has(id));
    given = given.filter(({ id }) => !same.has(id));
  };
  for (const words of ["full", "home", "name"] as const) {
    match((camp) => [camp.id, ...camp[words]]);
    // Nothing that users see distinguishes camps of one name, home and address.
    match((camp) => camp[words], words === "full");
  }
  // Names that are left on both sides belong to several camps: their ids decide nothing.
  const names = new Set(known.map(({ name: [name] }) => name));
  const unclear = new Set(given.flatMap(({ name: [name] }) => (names.has(name) ? name : [])));
  known = known.filter(({ id }) => left.every((camp) => camp.id !== id));
  match(({ id, name: [name] }) => (unclear.has(name) ? [id, name] : [id]));
  for (const { id, name } of given) {
    let free = id;
    // With the name, so that it is not the id of another camp that left the map and has users' notes.
    while (taken.has(free)) free += `-${digest(name[0])}`;
    taken.add(free);
    same.set(id, free);
  }
  return same;
}

function describe(camp: Named): Described {
  const [name, home] = [wordsOf(camp.name), wordsOf(camp.hometown ?? "")];
  return {
    id: camp.id,
    name: [name],
    home: [name, home],
    full: [name, home, wordsOf(camp.location_string ?? "")],
  };
}

function byId(a: Described, b: Described): number {
  return a.id < b.id ? -1 : 1;
}

/** The words of a text, whatever their case, accents and punctuation. */
function wordsOf(text: string): string {
  return (
    fold(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? text
  );
}
