import { expect, test } from "vitest";
import { communitiesMatching, communitiesNamed } from "./named-community.ts";

const communities = [
  "Lantern Works",
  "Tinker Row",
  "The Slow Kettle",
  "Spoke & Hub",
  "Hub",
  "Paper Moon",
].map((name) => ({ name }));
const named = (text: string) =>
  communitiesNamed(text, communities).map(({ community, rest }) => [community.name, ...rest]);

test("finds a community by its full name, in any case and spelling of its small words", () => {
  expect(named("Lantern Works")).toEqual([["Lantern Works"]]);
  expect(named("where is lantern works?")).toEqual([["Lantern Works", "where", "is"]]);
  expect(named("slow kettle camp")).toEqual([["The Slow Kettle"]]);
});

test("finds a name with typos in its long words", () => {
  expect(named("lantrn works")).toEqual([["Lantern Works"]]);
  expect(named("tinkre row")).toEqual([["Tinker Row"]]);
  expect(named("tinker raw")).toEqual([]);
});

test("ranks exact names and longer names first", () => {
  expect(named("spoke and hub").map(([name]) => name)).toEqual(["Spoke & Hub", "Hub"]);
});

test("does not match part of a name, or a similar word for a one-word name", () => {
  for (const text of ["lantern", "works", "row the tinker", "hubs", "moon paper", "", "?!"])
    expect(named(text)).toEqual([]);
});

test("ranks the named community before those whose words only begin alike", () => {
  const found = (typed: string) => communitiesMatching(typed, communities).map(({ name }) => name);
  expect(found("hub")).toEqual(["Hub", "Spoke & Hub"]);
  expect(found("lant")).toEqual(["Lantern Works"]);
  expect(found("works lan")).toEqual(["Lantern Works"]);
  expect(found("lanterns for the night")).toEqual([]);
  expect(found("&")).toEqual([]);
});

test("survives hostile names and texts", () => {
  expect(
    communitiesNamed("<b>".repeat(2_000), [{ name: "" }, { name: "&" }, { name: "x".repeat(120) }]),
  ).toEqual([]);
});
