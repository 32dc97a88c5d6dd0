import { expect, test } from "vitest";
import { ApiError } from "./server/api-error.ts";
import { noProblems, problemsOf, problemsOfWrite } from "./form-problems.ts";

const refused = (fields: { path: string; message: string }[]) =>
  new ApiError("invalid-input", 400, "Please check the form.", {
    code: "invalid-input",
    error: "Please check the form.",
    fields,
  });

test("shows a problem beside its field", () => {
  const error = refused([{ path: "body.password", message: "Password must be at least 8 characters long" }]);
  expect(problemsOf(error, ["pseudonym", "password"])).toEqual({
    message: null,
    fields: { password: "Password must be at least 8 characters long" },
  });
});

test("shows a problem without a field for the whole form", () => {
  const error = refused([
    { path: "title", message: "Too long." },
    { path: "loobricates", message: "Too many." },
  ]);
  expect(problemsOf(error, ["title"])).toEqual({
    message: "Please check the form.",
    fields: { title: "Too long." },
  });
});

test("shows no problem without an error, and a message for an unexpected one", () => {
  expect(problemsOf(null, [])).toBe(noProblems);
  expect(problemsOf(new TypeError("x is undefined"), []).message).toBe(
    "Something went wrong on this page. Please try again.",
  );
});

test("shows which write failed and why, even if it was refused before the page opened", () => {
  const form = { names: ["title"], failure: "Failed to create entry." };
  const stored = { error: "The library is closed." };
  const nothing = { error: null, refusal: null };
  expect(problemsOfWrite(nothing, null, form)).toBe(noProblems);
  expect(problemsOfWrite(nothing, stored, form).message).toBe(
    "Failed to create entry. The library is closed.",
  );
  const refusal = refused([{ path: "body.title", message: "Too long." }]);
  expect(problemsOfWrite({ error: refusal.message, refusal }, stored, form)).toEqual({
    message: null,
    fields: { title: "Too long." },
  });
  const unsent = { error: "Please reload the page.", refusal: null };
  expect(problemsOfWrite(unsent, stored, form).message).toBe("Please reload the page.");
});
