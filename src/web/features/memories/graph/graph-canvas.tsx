import { select } from "d3-selection";
import { zoom as makeZoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTheme } from "#web/lib/device/use-theme.ts";
import { drawGraph, type Inks } from "./draw-graph.ts";
import styles from "./graph.module.css";
import { useLayout } from "./use-layout.ts";
import { type Graph, isDirection, labelOf, nearestTowards, nodeAt, shortestFirst } from "./view-graph.ts";

interface GraphCanvasProps {
  graph: Graph;
  selectedId: string | null;
  onSelect: (memoryId: string | null) => void;
}

/** Radius of a node's tap target in CSS pixels: 44 wide. */
const REACH = 22;
const MARGIN = 60;
/** Milliseconds without a move after which the whole graph is drawn. */
const STILL_AFTER_MS = 140;

/** The graph. Drag and pinch move it, arrow keys move the cursor between memories, Enter selects one. */
export function GraphCanvas({ graph, selectedId, onSelect }: GraphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const zoom = useRef<ZoomBehavior<HTMLCanvasElement, unknown>>(null);
  const isTouched = useRef(false);
  const [isMoving, setMoving] = useState(false);
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [cursorId, setCursorId] = useState<string | null>(null);
  const { layout, problem } = useLayout(graph);
  const theme = useTheme();
  const picture = useMemo(() => {
    const placeById = new Map(graph.nodes.map(({ id }, index) => [id, index]));
    return {
      placeById,
      nodes: graph.nodes.map(({ source, content }) => ({ source, label: labelOf(content) })),
      links: graph.links.map(({ source, target, type }) => ({
        source: placeById.get(source) ?? 0,
        target: placeById.get(target) ?? 0,
        type,
      })),
    };
  }, [graph]);

  const sorted = useMemo(
    () => (layout === null ? picture.links : shortestFirst(picture.links, layout.places)),
    [picture, layout],
  );

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    watcher.observe(element);
    let stillness: ReturnType<typeof setTimeout> | undefined;
    const behavior = makeZoom<HTMLCanvasElement, unknown>()
      .scaleExtent([0.05, 4])
      .on("zoom", ({ transform: next, sourceEvent }: { transform: ZoomTransform; sourceEvent: unknown }) => {
        if (sourceEvent !== null) {
          isTouched.current = true;
          setMoving(true);
          clearTimeout(stillness);
          stillness = setTimeout(() => setMoving(false), STILL_AFTER_MS);
        }
        setTransform(next);
      });
    zoom.current = behavior;
    select(element).call(behavior).on("dblclick.zoom", null);
    return () => {
      watcher.disconnect();
      clearTimeout(stillness);
      select(element).on(".zoom", null);
    };
  }, []);

  const moveTo = useCallback((next: ZoomTransform) => {
    const element = canvas.current;
    if (element !== null && zoom.current !== null) zoom.current.transform(select(element), next);
  }, []);

  useEffect(() => {
    isTouched.current = false;
  }, [graph]);

  useEffect(() => {
    if (layout !== null && !isTouched.current && size.width > 0) moveTo(fitted(layout.places, size));
  }, [layout, size, moveTo]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (element === null || context === null || context === undefined || layout === null) return;
    const frame = requestAnimationFrame(() => {
      const pixelRatio = Math.min(2, devicePixelRatio);
      const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)];
      if (element.width !== width || element.height !== height) Object.assign(element, { width, height });
      const at = (id: string | null) => (id === null ? null : (picture.placeById.get(id) ?? null));
      drawGraph(
        context,
        { ...picture, links: sorted, places: layout.places, selected: at(selectedId), cursor: at(cursorId) },
        inksOf(element, theme),
        {
          ...size,
          pixelRatio,
          isMoving: isMoving || !layout.isSettled,
          x: transform.x,
          y: transform.y,
          k: transform.k,
        },
      );
    });
    return () => cancelAnimationFrame(frame);
  }, [layout, picture, sorted, selectedId, cursorId, transform, isMoving, size, theme]);

  function click(event: MouseEvent<HTMLCanvasElement>): void {
    if (layout === null) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const place = transform.invert([event.clientX - left, event.clientY - top]);
    const hit = nodeAt(layout.places, place, REACH / transform.k);
    const id = hit === null ? null : (graph.nodes[hit]?.id ?? null);
    setCursorId(id);
    onSelect(id);
  }

  function press(event: KeyboardEvent): void {
    if (layout === null) return;
    const current = picture.placeById.get(cursorId ?? selectedId ?? "");
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (cursorId !== null) onSelect(cursorId);
    } else if (event.key === "+" || event.key === "-") {
      isTouched.current = true;
      const element = canvas.current;
      if (element !== null) zoom.current?.scaleBy(select(element), event.key === "+" ? 1.25 : 0.8);
    } else if (isDirection(event.key)) {
      event.preventDefault();
      const next = current === undefined ? 0 : nearestTowards(layout.places, current, event.key);
      if (next === null) return;
      setCursorId(graph.nodes[next]?.id ?? null);
      const [x, y] = [layout.places[next * 2] ?? 0, layout.places[next * 2 + 1] ?? 0];
      const [left, top] = transform.apply([x, y]);
      if (left < 0 || top < 0 || left > size.width || top > size.height) {
        isTouched.current = true;
        moveTo(
          zoomIdentity
            .translate(size.width / 2, size.height / 2)
            .scale(transform.k)
            .translate(-x, -y),
        );
      }
    }
  }

  const cursor = graph.nodes[picture.placeById.get(cursorId ?? "") ?? -1];
  return (
    <div className={styles.picture}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        // A canvas is not interactive by itself; this one handles the keys named in its label.
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
        role="application"
        aria-label="Graph of your memories. Arrow keys go to the nearest memory, Enter selects it."
        tabIndex={0}
        data-settled={layout?.isSettled === true || undefined}
        onClick={click}
        onKeyDown={press}
      />
      <p className={styles.status} role="status">
        {problem !== null ? `Error: ${problem}` : cursor === undefined ? "" : labelOf(cursor.content)}
      </p>
    </div>
  );
}

/** Transform that centers the whole graph, with a scale of at most 1. */
function fitted(places: Float32Array, { width, height }: { width: number; height: number }): ZoomTransform {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < places.length; index += 2) {
    const [x, y] = [places[index] ?? 0, places[index + 1] ?? 0];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const room = { width: Math.max(50, width - 2 * MARGIN), height: Math.max(50, height - 2 * MARGIN) };
  const k = Math.min(1.4, room.width / Math.max(1, right - left), room.height / Math.max(1, bottom - top));
  return zoomIdentity
    .translate(width / 2, height / 2)
    .scale(Math.max(0.05, k))
    .translate(-(left + right) / 2, -(top + bottom) / 2);
}

/** @param _theme the colors are read again when it changes */
function inksOf(element: HTMLElement, _theme: string): Inks {
  const style = getComputedStyle(element);
  const ink = (name: string) => style.getPropertyValue(name).trim();
  return {
    sources: { omi: ink("--violet"), looby: ink("--sage"), user: ink("--blue") },
    link: ink("--line-strong"),
    linkStrong: ink("--ember"),
    label: ink("--ink"),
    ground: ink("--bg"),
    font: `500 13px ${style.fontFamily}`,
  };
}
