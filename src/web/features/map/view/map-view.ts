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

/** A view and the screen it is seen through. */
export interface Viewport {
  frame: Frame;
  view: View;
}

export interface MapView {
  /** What React last drew; changes at most every 250 ms while the map moves. For `useSyncExternalStore`. */
  drawn: () => Viewport;
  subscribe: (listener: () => void) => () => void;
  /** Where the map is right now. */
  live: () => Viewport;
  /** Where it will be when it has come to rest. */
  destination: () => Viewport;
  act: (action: ViewAction) => void;
  /** Moves to a place smoothly; at once when the person asked for less motion. */
  glideTo: (point: LocalPoint, zoom?: number) => void;
  /** Turns smoothly to so many radians clockwise, the shorter way round. */
  turnTo: (turn: number) => void;
  resize: (width: number, height: number) => void;
  /** The element that carries everything drawn; call again after every drawing. Null when it leaves the page. */
  settle: (stage: HTMLElement | null) => void;
}

const GLIDE_MS = 380;

/** A smooth movement on its way. */
interface Glide {
  from: View;
  to: View;
  /** By `performance.now()`. */
  start: number;
}

/**
 * The map between two drawings: every movement is one transform on the stage, done outside React, and a drawing at the new
 * zoom follows when the throttle allows. Stage coordinates are pixels from the city's centre at the zoom drawn, so
 * panning moves nothing but the stage.
 */
export function createMapView(side: number): MapView {
  let live: Viewport = { frame: { side, width: 0, height: 0 }, view: initialView };
  let drawn = live;
  let stage: HTMLElement | null = null;
  let settledScale = 1;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastDrawing = Number.NEGATIVE_INFINITY;
  let glide: Glide | null = null;
  let frameRequest = 0;
  const listeners = new Set<() => void>();

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
    drawn = live;
    for (const listener of listeners) listener();
  }

  function transformStage(): void {
    if (stage === null) return;
    const scale = pixelsPerMetre(live.frame, live.view.zoom);
    const { x, y, turn } = live.view;
    stage.style.transform = `rotate(${turn}rad) translate(${-x * scale}px, ${y * scale}px) scale(${scale / settledScale})`;
    // Markers and names keep their size and stand upright while the ground under them grows and turns.
    stage.style.setProperty("--unscale", String(settledScale / scale));
    stage.style.setProperty("--unturn", `${-turn}rad`);
  }

  function act(action: ViewAction): void {
    const then = (view: View): View => reduceView(live.frame, view, action);
    // A compass turns the map many times a second, also on its way; anything else is a hand that holds it.
    if (glide !== null && action.type === "turn")
      glide = { ...glide, from: then(glide.from), to: then(glide.to) };
    else stop();
    const view = then(live.view);
    if (view !== live.view) move({ ...live, view });
  }

  /** From where the map is to where the action leads from where it was going: what was asked for before is not forgotten. */
  function glideBy(action: ViewAction): void {
    const to = reduceView(live.frame, destination().view, action);
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
    drawn: () => drawn,
    live: () => live,
    destination,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act,
    glideTo: (point, zoom) => glideBy({ type: "focus", point, ...(zoom === undefined ? {} : { zoom }) }),
    turnTo: (to) => glideBy({ type: "turn", to }),
    resize(width, height) {
      const { frame } = live;
      if (frame.width === width && frame.height === height) return;
      live = { ...live, frame: { side, width, height } };
      draw();
    },
    settle(element) {
      stage = element;
      settledScale = pixelsPerMetre(drawn.frame, drawn.view.zoom);
      transformStage();
      if (element === null) {
        stop();
        if (timer !== null) clearTimeout(timer);
        timer = null;
      }
    },
  };
}

/** Even in zoom to the eye: as a factor, not as a difference. */
function between(from: View, to: View, share: number): View {
  return {
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    zoom: from.zoom * (to.zoom / from.zoom) ** share,
    turn: oneTurn(from.turn + oneTurn(to.turn - from.turn) * share),
  };
}
