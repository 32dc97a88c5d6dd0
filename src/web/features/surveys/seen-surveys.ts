import { DeviceItem } from "#web/lib/device/device-item.ts";
import { parseRecord } from "#web/lib/device/parse-record.ts";

const item = new DeviceItem("looby.surveys-seen");

/** Surveys this device has not offered before. */
export function freshSurveys<T extends { id: string }>(surveys: readonly T[]): T[] {
  // The stored list, by position.
  const seen = new Set(Object.values(parseRecord(item.read())));
  return surveys.filter(({ id }) => !seen.has(id));
}

/** Records surveys that are not to be offered again. */
export function rememberSurveys(surveys: readonly { id: string }[]): void {
  item.write(JSON.stringify(surveys.map(({ id }) => id)));
}
