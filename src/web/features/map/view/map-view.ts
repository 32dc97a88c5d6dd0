import { createAtom, type ReadonlyAtom } from "@tanstack/store";
import {
  type Frame,
  initialView,
  oneTurn,
  pixelsPerMetre,
  reduceView,
  type View,
  type ViewAction,
} from "#shared/features/map/view/view.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { renderThrottleMs } from "#shared/features/map/city/spec-constants.ts";

/** A view and the screen that shows it. */
export interface Viewport {
  frame: Frame;
  view: View;
}

export interface MapView {
  /** The view React last rendered; changes at most every 250 ms while the map moves. */
  drawn: ReadonlyAtom<Viewport>;
  /** The current view. */
  live: () => Viewport;
  /** The view at the end of the current movement. */
  destination: () => Viewport;
  act: (action: ViewAction) => void;
  /** Glides to a place; jumps there with reduced motion. */
  glideTo: (point: LocalPoint, zoom?: number) => void;
  /** Rotates smoothly to this angle, radians clockwise, in the shorter direction. */
  turnTo: (turn: number) => void;
  resize: (width: number, height: number) => void;
  /** Sets the element that contains all rendered content; call it again after every render. Null when it is unmounted. */
  settle: (stage: HTMLElement | null) => void;
}

const GLIDE_MS = 380;

/** A smooth movement in progress. */
interface Glide {
  from: View;
  to: View;
  /** By `performance.now()`. */
  start: number;
}

/**
 * The map between two renders. Every movement is one transform on the stage, done outside React, and a render at the new zoom follows when
 * the throttle allows. Stage coordinates are pixels from the city's center at the rendered zoom, so panning moves only the stage.
 * @param homeOf the view of the whole city on a screen: the map starts with it, and returns to it on every resize until the user moves the
 * map
 */
export function createMapView(side: number, homeOf: (frame: Frame) => View): MapView {
  let home = initialView;
  let live: Viewport = { frame: { side, width: 0, height: 0 }, view: initialView };
  const drawn = createAtom(live);
  let stage: HTMLElement | null = null;
  let settledScale = 1;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastDrawing = Number.NEGATIVE_INFINITY;
  let glide: Glide | null = null;
  let frameRequest = 0;

  function move(next: Viewport): void {
    live = next;
    transformStage();
    const wait = lastDrawing + renderThrottleMs - performance.now();
    if (wait <= 0) draw();
    else timer ??= setTimeout(draw, wait);
  }

  function draw(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    lastDrawing = performance.now();
    drawn.set(live);
  }

  function transformStage(): void {
    if (stage === null) return;
    const scale = pixelsPerMetre(live.frame, live.view.zoom);
    const { x, y, turn } = live.view;
    stage.style.transform = `rotate(${turn}rad) translate(${-x * scale}px, ${y * scale}px) scale(${scale / settledScale})`;
    // Markers and names keep their size and stay upright while the ground scales and rotates.
    stage.style.setProperty("--unscale", String(settledScale / scale));
    stage.style.setProperty("--unturn", `${-turn}rad`);
  }

  function act(action: ViewAction): void {
    const then = (view: View): View => reduceView(live.frame, view, action, home);
    // A compass rotates the map many times a second, also during a glide; any other action comes from the user and ends the glide.
    if (glide !== null && action.type === "turn")
      glide = { ...glide, from: then(glide.from), to: then(glide.to) };
    else stop();
    const view = then(live.view);
    if (view !== live.view) move({ ...live, view });
  }

  /** Glides from the current view to the action's result, based on the current destination, so that earlier actions are not lost. */
  function glideBy(action: ViewAction): void {
    const to = reduceView(live.frame, destination().view, action, home);
    stop();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return move({ ...live, view: to });
    glide = { from: live.view, to, start: performance.now() };
    frameRequest = requestAnimationFrame(step);
  }

  function step(): void {
    if (glide === null) return;
    const { from, to, start } = glide;
    const share = Math.min(1, (performance.now() - start) / GLIDE_MS);
    move({ ...live, view: between(from, to, 1 - (1 - share) ** 3) });
    if (share < 1) frameRequest = requestAnimationFrame(step);
    else glide = null;
  }

  function stop(): void {
    glide = null;
    cancelAnimationFrame(frameRequest);
  }

  function destination(): Viewport {
    return glide === null ? live : { ...live, view: glide.to };
  }

  return {
    drawn,
    live: () => live,
    destination,
    act,
    glideTo: (point, zoom) => glideBy({ type: "focus", point, ...(zoom === undefined ? {} : { zoom }) }),
    turnTo: (to) => glideBy({ type: "turn", to }),
    resize(width, height) {
      const { frame } = live;
      if (frame.width === width && frame.height === height) return;
      const isHome = live.view === home;
      const next = { side, width, height };
      home = homeOf(next);
      live = { frame: next, view: isHome && glide === null ? home : live.view };
      draw();
    },
    settle(element) {
      stage = element;
      const { frame, view } = drawn.get();
      settledScale = pixelsPerMetre(frame, view.zoom);
      transformStage();
      if (element === null) {
        stop();
        if (timer !== null) clearTimeout(timer);
        timer = null;
      }
    },
  };
}

/** Interpolates the zoom geometrically, which looks uniform. */
function between(from: View, to: View, share: number): View {
  return {
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    zoom: from.zoom * (to.zoom / from.zoom) ** share,
    turn: oneTurn(from.turn + oneTurn(to.turn - from.turn) * share),
  };
}
