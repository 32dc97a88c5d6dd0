import { render, screen } from "@testing-library/react";
import { type ComponentType, Suspense } from "react";
import { expect, test } from "vitest";
import { lazyExtra } from "./lazy-extra.ts";

test("leaves out a part whose code does not load, and keeps the answer", async () => {
  const Extra = lazyExtra(async (): Promise<ComponentType> => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  render(
    <Suspense fallback="Loading">
      <p>Drinking water at 6:00 & C</p>
      <Extra />
    </Suspense>,
  );
  expect(await screen.findByText("Drinking water at 6:00 & C")).toBeInstanceOf(HTMLElement);
});
