import { createRoot } from "react-dom/client";
import { GraphCanvas } from "#web/features/memories/graph/graph-canvas.tsx";
import "#web/ui/base/base.css";
import "#web/ui/base/tokens.css";
import type { OpenGraph } from "./page.tsx";

/** Looby's own picture: one canvas, laid out by a worker. */
export const openOwn: OpenGraph = async (element, graph) => {
  document.documentElement.dataset["theme"] = "night";
  createRoot(element).render(<GraphCanvas graph={graph} selectedId={null} onSelect={() => undefined} />);
  for (;;) {
    const canvas = element.querySelector("canvas[data-settled]");
    if (canvas !== null) return canvas;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
