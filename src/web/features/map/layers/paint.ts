import type { MapItem } from "#shared/features/map/contract.ts";
import type { CityDrawing, CityStroke } from "#shared/features/map/city/draw-city.ts";

export interface Dot {
  left: number;
  top: number;
  colour: string;
  kind: MapItem["kind"];
}

/** Paints the city onto the whole canvas; `scale` is pixels per meter. */
export function paintCity(canvas: HTMLCanvasElement, drawing: CityDrawing, scale: number): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const half = drawing.side / 2;
  context.setTransform(scale, 0, 0, scale, half * scale, half * scale);
  context.clearRect(-half, -half, drawing.side, drawing.side);
  if (drawing.ground.length > 0) {
    const light = context.createRadialGradient(0, 0, 0, 0, 0, half);
    for (const { offset, colour, opacity } of drawing.ground)
      light.addColorStop(offset, withAlpha(colour, opacity));
    context.fillStyle = light;
    context.fillRect(-half, -half, drawing.side, drawing.side);
  }
  for (const { path, fill, stroke } of drawing.shapes) {
    const shape = new Path2D(path);
    if (fill) {
      context.globalAlpha = fill.opacity;
      context.fillStyle = fill.colour;
      context.fill(shape);
    }
    if (stroke) strokePath(context, shape, stroke, stroke.unit === "metres" ? 1 : 1 / scale);
  }
}

/**
 * Paints all map items as points of light, or of ink by day; sizes in CSS pixels. `radius` is that of a camp; resources are diamonds and
 * communities rings, so that they differ in more than color. Each look is painted once and stamped at whole device pixels: with 20,000
 * dots, paths, gradients and scaled images would each take many frames.
 */
export function paintDots(
  canvas: HTMLCanvasElement,
  dots: readonly Dot[],
  { radius, isGlowing, density }: { radius: number; isGlowing: boolean; density: number },
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const reach = radius * density * (isGlowing ? haloReach(dots.length) : 3);
  const stamps = new Map<string, ImageBitmap | null>();
  // Where many dots overlap, adding their light would give white, so use the lightest one.
  context.globalCompositeOperation = isGlowing ? "lighten" : "source-over";
  for (const dot of dots) {
    const look = `${dot.kind}${dot.colour}`;
    let stamp = stamps.get(look);
    if (stamp === undefined) stamps.set(look, (stamp = stampOf(dot, radius * density, reach, isGlowing)));
    if (stamp === null) continue;
    const half = stamp.width / 2;
    context.drawImage(stamp, Math.round(dot.left * density - half), Math.round(dot.top * density - half));
  }
}

/** Radius of halos in dot radii. It shrinks with the number of dots, because otherwise the city would be one white glow. */
function haloReach(count: number): number {
  return Math.max(2.6, 5.8 * Math.min(1, Math.sqrt(3_000 / count)));
}

/** Paints one dot with its halo; lengths in device pixels. */
function stampOf(
  { kind, colour }: Dot,
  radius: number,
  reach: number,
  isGlowing: boolean,
): ImageBitmap | null {
  const canvas = new OffscreenCanvas(2 * Math.ceil(reach), 2 * Math.ceil(reach));
  const context = canvas.getContext("2d");
  if (context === null) return null;
  const middle = canvas.width / 2;
  if (isGlowing) {
    const light = context.createRadialGradient(middle, middle, 0, middle, middle, reach);
    light.addColorStop(0, withAlpha(colour, 0.28));
    light.addColorStop(1, withAlpha(colour, 0));
    context.fillStyle = light;
    context.fillRect(0, 0, canvas.width, canvas.width);
  }
  context.fillStyle = context.strokeStyle = colour;
  context.beginPath();
  if (kind === "resource" || kind === "stack" || kind === "need") {
    context.translate(middle, middle);
    context.rotate(Math.PI / 4);
    context.rect(-radius * 1.2, -radius * 1.2, radius * 2.4, radius * 2.4);
  } else {
    context.arc(middle, middle, kind === "community" ? radius * 2 : radius, 0, 2 * Math.PI);
  }
  // Hollow: a community is a ring, and a need a diamond without its center.
  if (kind === "community" || kind === "need") {
    context.lineWidth = Math.max(1, radius * 0.7);
    context.stroke();
  } else {
    context.fill();
  }
  return canvas.transferToImageBitmap();
}

function strokePath(context: CanvasRenderingContext2D, path: Path2D, stroke: CityStroke, unit: number): void {
  context.globalAlpha = stroke.opacity;
  context.strokeStyle = stroke.colour;
  context.lineWidth = stroke.width * unit;
  context.setLineDash((stroke.dash ?? []).map((length) => length * unit));
  context.stroke(path);
  context.globalAlpha = 1;
}

/** `colour` is six-digit hex. */
function withAlpha(colour: string, alpha: number): string {
  return `${colour}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0")}`;
}
