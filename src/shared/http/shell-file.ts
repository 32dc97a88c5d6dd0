/** Views that have a file of their own, with what is painted before the script has arrived. Each is the first word of its address. */
export const shellViews = [
  "about",
  "add",
  "borrowing",
  "explore",
  "library",
  "me",
  "memories",
  "needs",
  "nfc",
] as const;
export type ShellView = (typeof shellViews)[number];

/**
 * The file of the build that answers a request for a view.
 * @param path of the URL, without the search
 */
export function shellFile(path: string): string {
  if (path === "/" || path === "/index.html") return "index.html";
  const [, first] = path.split("/");
  return `views/${shellViews.find((view) => view === first) ?? "other"}.html`;
}
