import { test, expect } from "vitest";
import { cityLabels } from "./city-labels.ts";
import { type City, specCity } from "./city.ts";
import { cityToSvg, drawCity } from "./draw-city.ts";

test("draws the same small SVG each time, without scripts, styles or links", () => {
  for (const theme of ["night", "day"] as const) {
    const svg = cityToSvg(drawCity(specCity, theme));
    expect(svg).toBe(cityToSvg(drawCity(specCity, theme)));
    expect(svg.length).toBeLessThan(28_800);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="-1860/);
    expect(svg).not.toMatch(/style=|<style|<script|href|NaN|undefined|Infinity/);
  }
});

test("draws every street as the long arc from 2:00 to 10:00, away from the open playa", () => {
  const { shapes, side } = drawCity(specCity, "day");
  expect(side).toBeCloseTo(3_720, -1);
  for (const { radius } of specCity.streets) {
    const r = Math.round(radius * 10) / 10;
    // 2:00 is at 60 degrees: sin 60 to the right, cos 60 up.
    const start = `M${Math.round(radius * Math.sin(Math.PI / 3) * 10) / 10} -${Math.round(radius * 5) / 10}`;
    expect(shapes.some(({ path }) => path.startsWith(`${start}A${r} ${r} 0 1 1 -`))).toBe(true);
  }
});

test("changes colors but not shapes between night and day", () => {
  const night = drawCity(specCity, "night").shapes.map(({ path }) => path);
  const day = drawCity(specCity, "day").shapes.map(({ path }) => path);
  expect(night.slice(-day.length)).toEqual(day);
  expect(cityToSvg(drawCity(specCity, "day"))).not.toContain("radialGradient");
});

test("draws a city with a short arc and other streets from its own file", () => {
  const village: City = {
    ...specCity,
    arc: { from: "11:00", to: "2:00" },
    streets: specCity.streets.slice(0, 3),
  };
  const svg = cityToSvg(drawCity(village, "night"));
  // Three hours are a quarter circle: the short way round.
  expect(svg).toContain(" 0 0 1 ");
  expect(svg).not.toMatch(/NaN|undefined/);
  expect(
    cityLabels(village)
      .filter(({ kind }) => kind === "hour")
      .map(({ text }) => text),
  ).toEqual(["11:00", "12:00", "1:00", "2:00"]);
});

test("places hours outside the city, with upright street names only when zoomed in", () => {
  const labels = cityLabels(specCity);
  expect(labels.filter(({ kind }) => kind === "hour").map(({ text }) => text)).toEqual([
    "2:00",
    "3:00",
    "4:00",
    "5:00",
    "6:00",
    "7:00",
    "8:00",
    "9:00",
    "10:00",
  ]);
  expect(new Set(labels.map(({ key }) => key)).size).toBe(labels.length);
  for (const { towards, minZoom } of labels.filter(({ kind }) => kind === "street")) {
    expect(towards.x).toBeGreaterThanOrEqual(0);
    expect(minZoom).toBeGreaterThan(1);
  }
});
