import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { layOut } from "#web/features/memories/graph/layout.ts";
import { labelOf } from "#web/features/memories/graph/view-graph.ts";
import type { OpenGraph } from "./page.tsx";

/** Lowest scale at which nodes have names, as in Looby's own picture. */
const LABELS_FROM = 0.8;

/** The same graph with the same positions, drawn as in d3's examples: an element for each link, node and name. */
export const openSvg: OpenGraph = async (element, graph) => {
  const placeById = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  const links = graph.links.map(({ source, target, strength }) => ({
    source: placeById.get(source) ?? 0,
    target: placeById.get(target) ?? 0,
    strength,
  }));
  let places = new Float32Array(graph.nodes.length * 2).fill(Number.NaN);
  layOut({ places, links }, (now) => (places = now));
  const x = (index: number) => places[index * 2] ?? 0;
  const y = (index: number) => places[index * 2 + 1] ?? 0;

  const svg = select(element).append("svg");
  const all = svg.append("g");
  all
    .selectAll("line")
    .data(links)
    .join("line")
    .attr("x1", ({ source }) => x(source))
    .attr("y1", ({ source }) => y(source))
    .attr("x2", ({ target }) => x(target))
    .attr("y2", ({ target }) => y(target))
    .attr("stroke", "#665");
  all
    .selectAll("circle")
    .data(graph.nodes)
    .join("circle")
    .attr("cx", (_, index) => x(index))
    .attr("cy", (_, index) => y(index))
    .attr("r", 6)
    .attr("fill", ({ source }) => (source === "omi" ? "#a7f" : "#7af"));
  const names = all
    .append("g")
    .selectAll("text")
    .data(graph.nodes)
    .join("text")
    .attr("x", (_, index) => x(index))
    .attr("y", (_, index) => y(index) + 24)
    .attr("text-anchor", "middle")
    .attr("font-size", 13)
    .text(({ content }) => labelOf(content));
  let isNamed: boolean | null = null;
  const behavior = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.05, 4])
    .on("zoom", ({ transform }: { transform: ZoomTransform }) => {
      all.attr("transform", transform.toString());
      if (isNamed === transform.k >= LABELS_FROM) return;
      isNamed = transform.k >= LABELS_FROM;
      names.attr("display", isNamed ? null : "none");
    });
  const [width, height] = [element.clientWidth, element.clientHeight];
  const span = Math.max(...places.map(Math.abs)) * 2;
  const start = zoomIdentity
    .translate(width / 2, height / 2)
    .scale(Math.max(0.05, Math.min(width, height) / span));
  svg.call(behavior);
  behavior.transform(svg, start);
  const node = svg.node();
  if (node === null) throw new Error("no picture");
  return await Promise.resolve(node);
};
