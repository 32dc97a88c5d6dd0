import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { fromClock, toGeo } from "#shared/features/map/city/geometry.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { FixState } from "../position/use-fix.ts";
import { Whiteout } from "./whiteout.tsx";

const now = Date.UTC(2026, 7, 30, 6);
const problem = "Your place could not be found.";
const start = vi.fn<() => void>();
const onClose = vi.fn<() => void>();
const camp = { ...at(0), name: "Spoke Asylum" };

beforeEach(() => {
  // The screen reads the time once a second.
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now });
  start.mockReset();
  onClose.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

test("shows distance and direction by the city's clock without a heading", async () => {
  await openWhiteout({ fix: fixAt(220) });
  screen.getByRole("dialog", { name: "Spoke Asylum" });
  screen.getByText("220 m");
  screen.getByText("Towards 10:30");
  screen.getByText("Face 12:00, or start walking, and the arrow is true.");
  // 12:00 is up, so 10:30 is an eighth of a turn to the left.
  expect(arrow()?.style.rotate).toBe("-45deg");
  expect(start).not.toHaveBeenCalled();
  await expectAccessible();
});

test("turns the arrow against the device's heading", async () => {
  await openWhiteout({ fix: fixAt(220) });
  face(0);
  screen.getByText("Straight ahead");
  expect(arrow()?.style.rotate).toBe("0deg");
  face(180);
  screen.getByText("Behind you");
  expect(arrow()?.style.rotate).toBe("-180deg");
  face(270);
  screen.getByText("To the right");
  expect(arrow()?.style.rotate).toBe("-270deg");
  expect(screen.queryByText(/^Towards/)).toBeNull();
});

test("turns the arrow against the direction of walking, unless the device has a compass", async () => {
  await openWhiteout({ fix: { ...fixAt(220), courseDegrees: 90 } });
  screen.getByText("To the left");
  expect(arrow()?.style.rotate).toBe("-90deg");
  face(0);
  screen.getByText("Straight ahead");
});

test("replaces the arrow by the fix's age once it is too old", async () => {
  await openWhiteout({ fix: fixAt(220) });
  pass(19);
  expect(arrow()).not.toBeNull();
  pass(1);
  expect(arrow()).toBeNull();
  expect(screen.queryByText(/^Towards/)).toBeNull();
  screen.getByText("220 m");
  screen.getByText("Your last known place: 20 s ago");
  expect(screen.getByRole("status").textContent).toBe("Finding you...");
  pass(100);
  screen.getByText("Your last known place: 2 min ago");
  // A screen reader would announce a new age every second.
  expect(screen.getByText(/^Your last known place/).closest("[aria-live='off']")).not.toBeNull();
});

test("shows a problem beside the last known place", async () => {
  await openWhiteout({ fix: fixAt(220, now - 60_000), problem });
  expect(screen.getByRole("alert").textContent).toBe(problem);
  screen.getByText("Your last known place: 60 s ago");
  expect(arrow()).toBeNull();
});

test("requests the position after a problem only on Try Again", async () => {
  const { user } = await openWhiteout({ isWatching: false, problem });
  expect(start).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(start).toHaveBeenCalledOnce();
});

test("shows the arrow of a fresh fix in spite of a problem since then", async () => {
  await openWhiteout({ fix: fixAt(220), problem });
  expect(arrow()).not.toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("requests the position without a tap while none is known", async () => {
  await openWhiteout({ isWatching: false });
  expect(start).toHaveBeenCalled();
  expect(screen.getByRole("status").textContent).toBe("Finding you...");
});

test("shows the arrival instead of an arrow within a few meters", async () => {
  await openWhiteout({ fix: fixAt(14) });
  screen.getByText("You are there");
  expect(arrow()).toBeNull();
});

test("closes on Escape", async () => {
  const { user } = await openWhiteout({ fix: fixAt(220) });
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

async function openWhiteout(state: Partial<FixState>) {
  const whole = { fix: null, problem: null, isWatching: true, start, ...state };
  return await openScreen(<Whiteout city={specCity} goal={camp} state={whole} onClose={onClose} />);
}

/** A place south of the camp, which is 4:30 on the city's clock. */
function at(metres: number) {
  return toGeo(specCity, fromClock(metres, 4.5));
}

function fixAt(metres: number, time = now) {
  return { ...at(metres), accuracyM: 8, courseDegrees: null, at: time };
}

/** Turns the device to a heading, in degrees clockwise from north; its event counts counterclockwise. */
function face(degrees: number): void {
  const turned = { alpha: (360 - degrees) % 360, absolute: true };
  act(() => void window.dispatchEvent(Object.assign(new Event("deviceorientationabsolute"), turned)));
}

function pass(seconds: number): void {
  act(() => void vi.advanceTimersByTime(seconds * 1_000));
}

/** The drawn arrow, which screen readers ignore because words give the same direction. */
function arrow(): SVGElement | null {
  return document.querySelector("svg.lucide-navigation-2");
}
