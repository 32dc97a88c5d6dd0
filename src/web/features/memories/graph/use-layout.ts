import { useEffect, useState } from "react";
import type { Graph } from "./view-graph.ts";

interface Layout {
  /** The graph this layout belongs to. */
  graph: Graph;
  /** Alternating x and y of the nodes. */
  places: Float32Array;
  isSettled: boolean;
}

/** Positions of the memories, computed in a worker; null until the first result. A node keeps its position in a larger view. */
export function useLayout(graph: Graph): { layout: Layout | null; problem: string | null } {
  const [layout, setLayout] = useState<Layout | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const placeById = new Map(graph.nodes.map(({ id }, index) => [id, index]));
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    worker.onerror = ({ message }) =>
      setProblem(message === "" ? "The graph cannot be drawn here." : message);
    worker.onmessage = ({ data }: MessageEvent<Omit<Layout, "graph">>) => {
      setProblem(null);
      if (data.isSettled || !isStill) setLayout({ ...data, graph });
    };
    worker.postMessage({
      places: new Float32Array(graph.nodes.length * 2).fill(Number.NaN),
      links: graph.links.flatMap(({ source, target, strength }) => {
        const [one, other] = [placeById.get(source), placeById.get(target)];
        return one === undefined || other === undefined ? [] : [{ source: one, target: other, strength }];
      }),
    });
    return () => worker.terminate();
  }, [graph]);
  return { layout: layout?.graph === graph ? layout : null, problem };
}
