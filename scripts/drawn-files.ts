import { extname } from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { specCity } from "#shared/features/map/city/city.ts";
import { cityToSvg, drawCity } from "#shared/features/map/city/draw-city.ts";
import { drawAppImages } from "./app-images.ts";
import { mapThemes } from "#shared/features/map/city/street-colour.ts";

/** Side of the WebP in pixels. It is shown when a browser cannot load the SVG, and is sharp up to zoom 1.5 on a phone. */
const WEBP_SIDE = 2048;

/**
 * Adds the map's base pictures under `/map/`: `spec-night.svg`, `spec-night.webp` and the same for the other themes. They depend on the
 * geometry only, so they are generated with the page and not stored in the repository. They are emitted as assets, so that the service
 * worker finds the SVGs for its precache list.
 */
export function mapImages(): Plugin {
  return drawnFiles("looby:map-images", drawMapImages);
}

/** Icons and screenshots of the installed app. */
export function appImages(): Plugin {
  return drawnFiles("looby:app-images", drawAppImages);
}

const types: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
};

function drawnFiles(name: string, draw: () => Promise<Map<string, Buffer>>): Plugin {
  return {
    name,
    async generateBundle() {
      for (const [fileName, source] of await draw()) this.emitFile({ type: "asset", fileName, source });
    },
    async configureServer(server) {
      const images = await draw();
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split("?", 1)[0]?.slice(1) ?? "";
        const image = images.get(path);
        if (image === undefined) return next();
        response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
        response.end(image);
      });
    },
  };
}

async function drawMapImages(): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>();
  for (const theme of mapThemes) {
    const name = `map/${specCity.id}-${theme}`;
    const svg = Buffer.from(cityToSvg(drawCity(specCity, theme)));
    images.set(`${name}.svg`, svg);
    images.set(
      `${name}.webp`,
      await sharp(svg).resize(WEBP_SIDE, WEBP_SIDE).webp({ quality: 70, alphaQuality: 50 }).toBuffer(),
    );
  }
  return images;
}
