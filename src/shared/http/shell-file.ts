/** Views with a separate HTML file, which is painted before the script arrives. Each is the first word of its path. */
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
 * The build's file for a view.
 * @param path of the URL, without the query
 */
export function shellFile(path: string): string {
  if (path === "/" || path === "/index.html") return "index.html";
  const [, first] = path.split("/");
  return `views/${shellViews.find((view) => view === first) ?? "other"}.html`;
}
