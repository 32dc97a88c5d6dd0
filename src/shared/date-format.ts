/**
 * Writes dates in words. The format is created on first use: a page's first format takes 60 ms of CPU time on a laptop, which would delay
 * loading.
 * @returns the function that formats a moment; it throws RangeError for an invalid date
 */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): (moment: Date | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => (format ??= new Intl.DateTimeFormat(language, options)).format(moment);
}
