import type { GraphLink } from "#shared/features/memories/graph-links.ts";
import type { GraphNode } from "#shared/features/memories/knowledge-contract.ts";

export interface Picture {
  nodes: readonly { source: GraphNode["source"]; label: string }[];
  /** Ends as indexes of `nodes`; drawn in this order. */
  links: readonly { source: number; target: number; type: GraphLink["type"] }[];
  /** Alternating x and y of the nodes. */
  places: Float32Array;
  selected: number | null;
  /** Index of the keyboard cursor. */
  cursor: number | null;
}

export interface Inks {
  sources: Record<GraphNode["source"], string>;
  link: string;
  linkStrong: string;
  label: string;
  ground: string;
  font: string;
}

export interface Frame {
  /** CSS pixels. */
  width: number;
  height: number;
  pixelRatio: number;
  /** The user is moving it, so draw only as much as the frame time allows. */
  isMoving: boolean;
  /** Translation and scale from graph coordinates to CSS pixels. */
  x: number;
  y: number;
  k: number;
}

/** Minimum scale for labels. On a narrow screen a whole graph is small, and labels are thinned out anyway. */
const LABELS_FROM = 0.8;
const LABELS_FROM_NARROW = 0.2;
/** CSS pixels. */
const NARROW = 600;
const RADIUS = 6;
const RADIUS_SELECTED = 10;
/** A label reserves the cells around its own, so that labels do not overlap. */
const CELL = { width: 190, height: 20 };
const SUGGESTED_DASH = [4, 4];
const SOLID: number[] = [];
/** Total length of links drawn per frame while moving, in CSS pixels. */
const MOVING_PX = 16_000;
/** Maximum number of labels cached as images. */
const MOST_SPRITES = 400;
/** Width of a label's halo, in pixels. */
const HALO = 4;
const LINE_HEIGHT = 20;
/** More cells than any screen has. */
const CELLS_IN_ROW = 1000;
const around = [-1, 0, 1].flatMap((aside) => [-1, 0, 1].map((above) => above * CELLS_IN_ROW + aside));

/** Draws one frame of the graph. */
export function drawGraph(
  context: CanvasRenderingContext2D,
  picture: Picture,
  inks: Inks,
  frame: Frame,
): void {
  const { width, height, pixelRatio, x, y, k } = frame;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(pixelRatio * k, 0, 0, pixelRatio * k, pixelRatio * x, pixelRatio * y);
  drawLinks(context, picture, inks, frame);
  drawNodes(context, picture, inks, frame);
  drawMarks(context, picture, inks, k);
  context.setTransform(1, 0, 0, 1, 0, 0);
  drawLabels(context, picture, inks, frame);
}

/**
 * Strokes each link separately, because without a GPU one path of many crossing lines is several times slower. Thousands of links still
 * take longer than a frame, so while moving only as many are drawn as the frame time allows.
 */
function drawLinks(context: CanvasRenderingContext2D, picture: Picture, inks: Inks, frame: Frame): void {
  const { links, places, selected } = picture;
  const { left, top, right, bottom } = inView(frame);
  const longest = frame.width + frame.height;
  const ofSelected: Picture["links"][number][] = [];
  context.lineWidth = 1 / Math.max(frame.k, 0.5);
  context.strokeStyle = inks.link;
  let room = frame.isMoving ? MOVING_PX : Infinity;
  for (const link of links) {
    const { x1, y1, x2, y2 } = endsOf(link, places);
    if ((x1 < left && x2 < left) || (x1 > right && x2 > right)) continue;
    if ((y1 < top && y2 < top) || (y1 > bottom && y2 > bottom)) continue;
    if (link.source === selected || link.target === selected) ofSelected.push(link);
    else if (room > 0) {
      room -= Math.min(longest, Math.hypot(x2 - x1, y2 - y1) * frame.k);
      strokeLink(context, link, places);
    }
  }
  // Drawn on top of the others.
  context.lineWidth *= 3;
  context.strokeStyle = inks.linkStrong;
  for (const link of ofSelected) strokeLink(context, link, places);
  context.setLineDash(SOLID);
}

function endsOf({ source, target }: Picture["links"][number], places: Float32Array) {
  return {
    x1: places[source * 2] ?? 0,
    y1: places[source * 2 + 1] ?? 0,
    x2: places[target * 2] ?? 0,
    y2: places[target * 2 + 1] ?? 0,
  };
}

function strokeLink(
  context: CanvasRenderingContext2D,
  link: Picture["links"][number],
  places: Float32Array,
): void {
  const { x1, y1, x2, y2 } = endsOf(link, places);
  context.setLineDash(link.type === "suggested" ? SUGGESTED_DASH : SOLID);
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function drawNodes(
  context: CanvasRenderingContext2D,
  { nodes, places, selected }: Picture,
  inks: Inks,
  frame: Frame,
): void {
  const { left, top, right, bottom } = inView(frame);
  for (const [index, { source }] of nodes.entries()) {
    const [x, y] = [places[index * 2] ?? 0, places[index * 2 + 1] ?? 0];
    if (x < left || x > right || y < top || y > bottom) continue;
    context.fillStyle = inks.sources[source];
    context.beginPath();
    context.arc(x, y, index === selected ? RADIUS_SELECTED : RADIUS, 0, 2 * Math.PI);
    context.fill();
  }
}

/** The viewport in graph coordinates, with a margin for nodes at its edge. */
function inView({ width, height, x, y, k }: Frame) {
  const room = 2 * RADIUS_SELECTED;
  return {
    left: -x / k - room,
    top: -y / k - room,
    right: (width - x) / k + room,
    bottom: (height - y) / k + room,
  };
}

/** Draws the white outline of the selected node, with a ring of ink to make it visible on white, and the keyboard cursor. */
function drawMarks(
  context: CanvasRenderingContext2D,
  { places, selected, cursor }: Picture,
  inks: Inks,
  k: number,
): void {
  const ring = (index: number, radius: number, width: number, ink: string) => {
    context.beginPath();
    context.arc(places[index * 2] ?? 0, places[index * 2 + 1] ?? 0, radius, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = ink;
    context.stroke();
  };
  if (selected !== null) {
    ring(selected, RADIUS_SELECTED + 1.5, 3, "#fff");
    ring(selected, RADIUS_SELECTED + 3.75, 1.5, inks.label);
  }
  if (cursor !== null) ring(cursor, RADIUS_SELECTED + 7, 2 / Math.max(k, 0.5), inks.linkStrong);
}

function drawLabels(context: CanvasRenderingContext2D, picture: Picture, inks: Inks, frame: Frame): void {
  const { nodes, places, selected, cursor } = picture;
  const { width, height, pixelRatio, x, y, k } = frame;
  const taken = new Set<number>();
  const first = [selected, cursor].filter((index) => index !== null);
  const hasAll = k >= (width < NARROW ? LABELS_FROM_NARROW : LABELS_FROM);
  for (const index of hasAll ? [...first, ...nodes.keys()] : first) {
    const left = (places[index * 2] ?? 0) * k + x;
    const top = (places[index * 2 + 1] ?? 0) * k + y + (RADIUS_SELECTED + 5) * k;
    if (left < 0 || top < 0 || left > width || top > height) continue;
    const cell = Math.floor(top / CELL.height) * CELLS_IN_ROW + Math.floor(left / CELL.width);
    if (around.some((aside) => taken.has(cell + aside))) continue;
    taken.add(cell);
    const sprite = nameSprite(nodes[index]?.label ?? "", inks, pixelRatio);
    // At whole pixels, so that letters stay sharp.
    const [atX, atY] = [left * pixelRatio - sprite.width / 2, top * pixelRatio - HALO * pixelRatio];
    context.drawImage(sprite, Math.round(atX), Math.round(atY));
  }
}

let spritesOf = "";
const sprites = new Map<string, HTMLCanvasElement>();

/** A label with its halo as an image, because outlined text is slow to draw and images are not. */
function nameSprite(label: string, inks: Inks, pixelRatio: number): HTMLCanvasElement {
  // The font may load after the first labels were drawn.
  const look = [inks.font, document.fonts.check(inks.font), inks.label, inks.ground, pixelRatio].join();
  if (look !== spritesOf || sprites.size >= MOST_SPRITES) sprites.clear();
  spritesOf = look;
  const known = sprites.get(label);
  if (known !== undefined) return known;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  sprites.set(label, canvas);
  if (context === null) return canvas;
  context.font = inks.font;
  canvas.width = Math.ceil((context.measureText(label).width + 2 * HALO) * pixelRatio);
  canvas.height = LINE_HEIGHT * pixelRatio + 2 * HALO * pixelRatio;
  // Resizing has reset the context.
  Object.assign(context, { font: inks.font, textBaseline: "top", lineJoin: "round", lineWidth: 4 });
  context.scale(pixelRatio, pixelRatio);
  context.strokeStyle = inks.ground;
  context.strokeText(label, HALO, HALO);
  context.fillStyle = inks.label;
  context.fillText(label, HALO, HALO);
  return canvas;
}
