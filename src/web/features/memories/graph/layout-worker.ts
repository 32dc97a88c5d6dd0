import { layOut, type LayoutRequest } from "./layout.ts";

/** Computes the layout of a graph in a worker, posting intermediate layouts. */
const SHOW_EVERY_MS = 30;
let shownAt = 0;

addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
  let last = data.places;
  layOut(data, (places) => {
    last = places;
    if (performance.now() - shownAt < SHOW_EVERY_MS) return;
    shownAt = performance.now();
    postMessage({ places, isSettled: false });
  });
  postMessage({ places: last, isSettled: true });
});
