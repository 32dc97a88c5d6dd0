import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const root = join(import.meta.dirname, "..");
const ICON = join(root, "src/web/public/icon.svg");
const GROUND = "#0F0B16";
/** Size of the drawing within a maskable icon: a mask may cut away everything outside a circle of 80 %. */
const SAFE = 0.78;

/** The app's images for home screens and installers, all created from the one drawing in `public/` and the README's screenshots. */
export async function drawAppImages(): Promise<Map<string, Buffer>> {
  const svg = await readFile(ICON);
  const icon = (side: number) => sharp(svg, { density: 1200 }).resize(side, side);
  const onGround = async (side: number, part: number) => {
    const drawing = await icon(Math.round(side * part))
      .png()
      .toBuffer();
    const ground = { width: side, height: side, channels: 3, background: GROUND } as const;
    return await sharp({ create: ground })
      .composite([{ input: drawing, gravity: "centre" }])
      .png({ palette: true })
      .toBuffer();
  };
  const screenshot = (name: string) =>
    sharp(join(root, "docs/screenshots", `${name}.png`))
      .jpeg({ quality: 80 })
      .toBuffer();
  return new Map([
    ["icon-192.png", await icon(192).png({ palette: true }).toBuffer()],
    ["icon-512.png", await icon(512).png({ palette: true }).toBuffer()],
    ["icon-maskable-512.png", await onGround(512, SAFE)],
    // iOS rounds the icon itself and shows transparent pixels as black.
    ["apple-touch-icon.png", await onGround(180, 1)],
    ["screenshots/chat.jpg", await screenshot("chat-night")],
    ["screenshots/explore.jpg", await screenshot("explore-night")],
  ]);
}
