import type { GraphLink } from "#shared/features/memories/graph-links.ts";
import type { GraphNode } from "#shared/features/memories/knowledge-contract.ts";

export interface Picture {
  nodes: readonly { source: GraphNode["source"]; label: string }[];
  /** By the places of their ends in `nodes`. */
  links: readonly { source: number; target: number; type: GraphLink["type"] }[];
  /** x and y of each node, one after the other. */
  places: Float32Array;
  selected: number | null;
  /** Where the keyboard is. */
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
  /** Moves and scales places to CSS pixels. */
  x: number;
  y: number;
  k: number;
}

/** From this scale on nodes have their names. */
const LABELS_FROM = 0.8;
const RADIUS = 6;
const RADIUS_SELECTED = 10;
/** A name keeps the cells around its own free, so that none lies on another. */
const CELL = { width: 190, height: 20 };
const SUGGESTED_DASH = [4, 4];

/** One frame of the graph. */
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
  drawLinks(context, picture, inks, k);
  drawNodes(context, picture, inks);
  drawMarks(context, picture, inks, k);
  if (k < LABELS_FROM) return;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  drawLabels(context, picture, inks, frame);
}

/** A path for each way of drawing, not for each link: 2,000 of them take a millisecond. */
function drawLinks(context: CanvasRenderingContext2D, picture: Picture, inks: Inks, k: number): void {
  const { links, places, selected } = picture;
  for (const type of ["related", "suggested"] as const) {
    for (const isSelected of [false, true]) {
      context.beginPath();
      for (const { source, target, type: own } of links) {
        if (own !== type || (source === selected || target === selected) !== isSelected) continue;
        context.moveTo(places[source * 2] ?? 0, places[source * 2 + 1] ?? 0);
        context.lineTo(places[target * 2] ?? 0, places[target * 2 + 1] ?? 0);
      }
      context.setLineDash(type === "suggested" ? SUGGESTED_DASH : []);
      context.lineWidth = (isSelected ? 3 : 1) / Math.max(k, 0.5);
      context.strokeStyle = isSelected ? inks.linkStrong : inks.link;
      context.stroke();
    }
  }
  context.setLineDash([]);
}

function drawNodes(
  context: CanvasRenderingContext2D,
  { nodes, places, selected }: Picture,
  inks: Inks,
): void {
  for (const source of ["omi", "looby", "user"] as const) {
    context.beginPath();
    for (const [index, node] of nodes.entries()) {
      if (node.source !== source) continue;
      const [x, y] = [places[index * 2] ?? 0, places[index * 2 + 1] ?? 0];
      const radius = index === selected ? RADIUS_SELECTED : RADIUS;
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fillStyle = inks.sources[source];
    context.fill();
  }
}

/** The white outline of the selected one, with a ring of ink that shows it on white, and where the keyboard is. */
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
  const { width, height, x, y, k } = frame;
  context.font = inks.font;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = inks.ground;
  context.fillStyle = inks.label;
  const taken = new Set<string>();
  const first = [selected, cursor].filter((index) => index !== null);
  for (const index of [...first, ...nodes.keys()]) {
    const left = (places[index * 2] ?? 0) * k + x;
    const top = (places[index * 2 + 1] ?? 0) * k + y + (RADIUS_SELECTED + 5) * k;
    if (left < 0 || top < 0 || left > width || top > height) continue;
    const [column, row] = [Math.floor(left / CELL.width), Math.floor(top / CELL.height)];
    const cells = [-1, 0, 1].flatMap((aside) =>
      [-1, 0, 1].map((above) => `${column + aside} ${row + above}`),
    );
    if (cells.some((cell) => taken.has(cell))) continue;
    taken.add(`${column} ${row}`);
    const label = nodes[index]?.label ?? "";
    context.strokeText(label, left, top);
    context.fillText(label, left, top);
  }
}
