import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showToast } from "./toast.ts";
import { ToastViewport } from "./toast-viewport.tsx";

test("replaces a lasting toast by a later one about the same topic", async () => {
  render(<ToastViewport />);
  showToast({ kind: "problem", text: "This browser stores nothing.", topic: "storage" });
  await screen.findAllByText("This browser stores nothing.");
  showToast({ kind: "done", text: "This browser stores what you write again.", topic: "storage" });
  await screen.findAllByText("This browser stores what you write again.");
  expect(screen.queryAllByText("This browser stores nothing.")).toEqual([]);
});
