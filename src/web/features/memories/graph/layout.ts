import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";

/** Number of steps after which the layout ends. */
export const LAYOUT_TICKS = 100;

export interface LayoutRequest {
  /** Alternating x and y of the nodes; NaN for a node without a position. */
  places: Float32Array<ArrayBuffer>;
  /** Indexes of both nodes, and the strength from 0 to 1. */
  links: { source: number; target: number; strength: number }[];
}

/**
 * Places linked nodes near each other. The same request gives the same positions.
 * @param onTick called after each step with x and y of each node
 */
export function layOut(request: LayoutRequest, onTick: (places: Float32Array<ArrayBuffer>) => void): void {
  const nodes = Array.from({ length: request.places.length / 2 }, (_, index): SimulationNodeDatum => {
    const [x, y] = [request.places[index * 2] ?? Number.NaN, request.places[index * 2 + 1] ?? Number.NaN];
    return Number.isNaN(x) || Number.isNaN(y) ? {} : { x, y };
  });
  const simulation = forceSimulation(nodes)
    .alphaDecay(1 - 0.001 ** (1 / LAYOUT_TICKS))
    .force("charge", forceManyBody().strength(-160).distanceMax(500))
    .force("links", forceLink(request.links.map((link) => ({ ...link }))).distance(80))
    .force("collide", forceCollide(16))
    // A common centering force would let unlinked nodes drift away.
    .force("x", forceX(0).strength(0.05))
    .force("y", forceY(0).strength(0.05))
    .stop();
  for (let tick = 0; tick < LAYOUT_TICKS; tick += 1) {
    simulation.tick();
    onTick(Float32Array.from(nodes.flatMap(({ x = 0, y = 0 }) => [x, y])));
  }
}
