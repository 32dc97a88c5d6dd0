import { createRoot } from "react-dom/client";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { mapSide, toLocal } from "#shared/features/map/city/geometry.ts";
import { type Frame, fromScreen, toScreen } from "#shared/features/map/view/view.ts";
import { campItem } from "#web/features/map/camp-item.ts";
import { homeView } from "#web/features/map/view/free-area.ts";
import { PlayaMap } from "#web/features/map/view/playa-map.tsx";
import "#web/ui/base/base.css";
import "#web/ui/base/tokens.css";
import type { DrivenMap } from "./page.tsx";

/** Looby's own map, moved by two simulated fingers, which drag two points of the ground to their target positions. */
export async function openOwn(element: HTMLElement, camps: Camp[]): Promise<DrivenMap> {
  const items = camps.flatMap((camp) => campItem(specCity, camp, "night") ?? []);
  // Simulated pointers cannot be captured.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  document.documentElement.dataset["theme"] = "night";
  createRoot(element).render(
    <PlayaMap
      city={specCity}
      items={items}
      selectedId={null}
      onSelect={() => undefined}
      theme="night"
      overlay={{ ownPlace: { x: 0, y: 0, isReal: false, accuracyM: 0 }, path: [], seek: 0 }}
    />,
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const surface = element.querySelector<HTMLElement>("[role=toolbar]");
  if (surface === null) throw new Error("the map has no surface");
  const frame: Frame = { side: mapSide(specCity), width: surface.clientWidth, height: surface.clientHeight };
  const home = homeView(specCity, frame);
  const middle = { left: frame.width / 2, top: frame.height / 2 };
  const fingers = [-100, 100].map((aside) => ({ left: middle.left + aside, top: middle.top }));
  const held = fingers.map((finger) => fromScreen(frame, home, finger));
  const send = (type: string, id: number, { left, top }: { left: number; top: number }): void => {
    const at = { clientX: left, clientY: top, pointerId: id + 1, button: 0, bubbles: true };
    surface.dispatchEvent(new PointerEvent(type, at));
  };
  for (const [id, finger] of fingers.entries()) send("pointerdown", id, finger);
  return {
    show({ east, north, zoom }) {
      const { latitude, longitude } = specCity.centre;
      const point = toLocal(specCity, { latitude: latitude + north, longitude: longitude + east });
      const view = { ...point, zoom, turn: 0 };
      for (const [id, place] of held.entries()) send("pointermove", id, toScreen(frame, view, place));
    },
  };
}
