import { useEffect, useRef } from "react";
import type { Vibe } from "#shared/features/vibe/contract.ts";
import { similarity, vibeWords } from "#shared/features/vibe/shape.ts";
import { useTheme } from "#web/lib/device/use-theme.ts";
import { type Cloud, drawVibes } from "./draw-vibe.ts";
import styles from "./vibe.module.css";

interface VibeCanvasProps {
  /** The owner of the vibe: "Lantern Works". */
  name: string;
  vibe: Vibe;
  /** Drawn over it as rings. */
  compared: Vibe | null;
}

/** A vibe as a rotating cloud of at most 60 nodes. Static with reduced motion and while it is not visible. */
export function VibeCanvas({ name, vibe, compared }: VibeCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    return animate(element, (colour) => [
      { vibe, low: colour("--violet"), bright: colour("--ember"), isRing: false },
      ...(compared === null
        ? []
        : [{ vibe: compared, low: colour("--blue"), bright: colour("--sage"), isRing: true }]),
    ]);
  }, [vibe, compared, theme]);
  const words =
    compared === null
      ? `${name} feels ${vibeWords(vibe)}.`
      : `${name} feels ${vibeWords(vibe)}, you feel ${vibeWords(compared)}: ${percent(similarity(vibe, compared))} alike.`;
  return (
    <figure className={styles.figure}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={words} />
      <figcaption className={styles.caption}>{words}</figcaption>
    </figure>
  );
}

/** @returns a function that stops it */
function animate(
  element: HTMLCanvasElement,
  cloudsOf: (colour: (name: string) => string) => Cloud[],
): () => void {
  const canvas = element.getContext("2d");
  if (canvas === null) return () => undefined;
  const style = getComputedStyle(element);
  const clouds = cloudsOf((name) => style.getPropertyValue(name).trim());
  const wantsStill = matchMedia("(prefers-reduced-motion: reduce)");
  let frame = 0;
  let isSeen = false;

  function paint(time: number): void {
    if (canvas === null) return;
    const size = element.clientWidth;
    const pixels = Math.min(2, devicePixelRatio);
    if (element.width !== Math.round(size * pixels)) {
      element.width = Math.round(size * pixels);
      element.height = element.width;
    }
    canvas.setTransform(pixels, 0, 0, pixels, 0, 0);
    drawVibes(canvas, clouds, wantsStill.matches ? 0 : time / 1000, size);
  }
  function run(time: number): void {
    paint(time);
    frame = requestAnimationFrame(run);
  }
  function decide(): void {
    cancelAnimationFrame(frame);
    if (wantsStill.matches || !isSeen) paint(0);
    else frame = requestAnimationFrame(run);
  }
  const observer = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? false;
    decide();
  });
  observer.observe(element);
  wantsStill.addEventListener("change", decide);
  decide();
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    wantsStill.removeEventListener("change", decide);
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
