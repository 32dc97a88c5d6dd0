/** Lower case without accents: "Café" and "CAFE" are one. Its length may differ from the text's. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase();
}
