import { fold } from "#shared/word-likeness.ts";
import type { Camp } from "./camp.ts";

type Named = Pick<Camp, "id" | "name" | "hometown">;

/**
 * Which camps of a file are stored already under another id: those with the same name and home, or a name that only one camp on each side
 * has. Camps whose ids match are never compared. Users' favourites and notes and printed codes use the stored id.
 * @returns the stored id by the id of the file
 */
export function sameCamps(stored: readonly Named[], inFile: readonly Named[]): Map<string, string> {
  const storedIds = new Set(stored.map(({ id }) => id));
  const fileIds = new Set(inFile.map(({ id }) => id));
  const same = new Map<string, string>();
  const keys = [
    ({ name, hometown }: Named) => JSON.stringify([wordsOf(name), wordsOf(hometown ?? "")]),
    ({ name }: Named) => wordsOf(name),
  ];
  for (const keyOf of keys) {
    const taken = new Set(same.values());
    const left = Map.groupBy(
      stored.filter(({ id }) => !fileIds.has(id) && !taken.has(id)),
      keyOf,
    );
    const added = Map.groupBy(
      inFile.filter(({ id }) => !storedIds.has(id) && !same.has(id)),
      keyOf,
    );
    for (const [key, [one, ...others]] of added) {
      const [known, ...more] = left.get(key) ?? [];
      const isClear = others.length === 0 && more.length === 0;
      if (isClear && one !== undefined && known !== undefined) same.set(one.id, known.id);
    }
  }
  return same;
}

/** The words of a name, whatever their case, accents and punctuation. */
function wordsOf(name: string): string {
  return (
    fold(name)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? name
  );
}
