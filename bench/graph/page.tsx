import type { Graph } from "#web/features/memories/graph/view-graph.ts";

/** Opens a picture of a graph and returns the element that receives pointer events, once its nodes have stopped moving. */
export type OpenGraph = (element: HTMLElement, graph: Graph) => Promise<Element>;

export type GraphName = "own" | "d3-svg";

declare global {
  interface Window {
    /** Milliseconds between frames, in order. */
    driveGraph: (name: GraphName, graph: Graph, frames: number) => Promise<number[]>;
  }
}

const openers: Record<GraphName, OpenGraph> = {
  own: async (...given) => await (await import("./own.tsx")).openOwn(...given),
  "d3-svg": async (...given) => await (await import("./svg.ts")).openSvg(...given),
};

/** The frames are split into equal parts: drag the whole graph, zoom in until names appear, drag, zoom out. */
const PARTS = 4;
/** Number of times the scale doubles in a zoom. */
const DOUBLINGS = 4.2;

window.driveGraph = async (name, graph, count) => {
  const element = document.querySelector<HTMLElement>("#graph");
  if (element === null) throw new Error("the page has no graph");
  const picture = await openers[name](element, graph);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const perPart = Math.floor(count / PARTS);
  const frames: number[] = [];
  let last = await nextFrame();
  for (let part = 0; part < PARTS; part += 1) {
    const isDrag = part % 2 === 0;
    if (isDrag) mouse(picture, "mousedown", handAt(0));
    for (let frame = 0; frame < perPart; frame += 1) {
      if (isDrag) mouse(window, "mousemove", handAt(frame / perPart));
      else wheel(picture, ((part === 1 ? -1 : 1) * DOUBLINGS) / perPart);
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
    if (isDrag) mouse(window, "mouseup", handAt(1));
  }
  return frames;
};

/** A point on a full circle with a radius of 120 pixels around the middle. @param share 0 to 1 */
function handAt(share: number): { clientX: number; clientY: number } {
  const angle = share * 2 * Math.PI;
  return {
    clientX: innerWidth / 2 + 120 * Math.cos(angle),
    clientY: innerHeight / 2 + 120 * Math.sin(angle),
  };
}

function mouse(target: EventTarget, type: string, at: { clientX: number; clientY: number }): void {
  target.dispatchEvent(new MouseEvent(type, { ...at, view: window, bubbles: true, cancelable: true }));
}

/** @param doublings of the scale, as d3-zoom derives it from the wheel: 0.002 per pixel */
function wheel(target: EventTarget, doublings: number): void {
  const at = { clientX: innerWidth / 2, clientY: innerHeight / 2 };
  target.dispatchEvent(
    new WheelEvent("wheel", {
      ...at,
      deltaY: doublings / 0.002,
      view: window,
      bubbles: true,
      cancelable: true,
    }),
  );
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
