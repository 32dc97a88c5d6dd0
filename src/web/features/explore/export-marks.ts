import { toCsvText } from "#shared/csv-table.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { harmlessCell } from "#shared/features/transfer/formula.ts";
import { saveFile } from "#web/lib/save-file.ts";
import type { Marks } from "./marks.ts";

const COLUMNS = ["name", "address", "favourite", "note", "latitude", "longitude", "camp id"];

/** The user's favourites and notes as CSV (RFC 4180), in the order of the camps. */
export function marksAsCsv(marks: Marks, camps: readonly Camp[]): string {
  const byId = new Map(camps.map((camp) => [camp.id, camp]));
  const order = new Map(camps.map(({ id }, index) => [id, index]));
  const rows = [...marks]
    .filter(([, { isFavourite, note }]) => isFavourite || note !== "")
    .toSorted(([a], [b]) => (order.get(a) ?? camps.length) - (order.get(b) ?? camps.length))
    .map(([id, { isFavourite, note, campName }]) => {
      const camp = byId.get(id);
      const place = [camp?.latitude ?? "", camp?.longitude ?? ""].map(String);
      return [
        camp?.name ?? campName ?? "",
        camp?.location_string ?? "",
        isFavourite ? "yes" : "no",
        note,
        ...place,
        id,
      ];
    });
  return toCsvText([COLUMNS, ...rows.map((row) => row.map(harmlessCell))]);
}

/** Offers a file as a download. */
export function downloadText(name: string, type: string, text: string): void {
  // The byte order mark marks the file as UTF-8 for spreadsheets.
  saveFile(name, new Blob(["\uFEFF", text], { type }));
}
