import { expect, test } from "vitest";
import { ApiError } from "./server/api-client.ts";
import { noProblems, problemsOf } from "./form-problems.ts";

const refused = (fields: { path: string; message: string }[]) =>
  new ApiError("invalid-input", 400, "Please check the form.", {
    code: "invalid-input",
    error: "Please check the form.",
    fields,
  });

test("a problem goes beside the field it is about", () => {
  const error = refused([{ path: "body.password", message: "Password must be at least 8 characters long" }]);
  expect(problemsOf(error, ["pseudonym", "password"])).toEqual({
    message: null,
    fields: { password: "Password must be at least 8 characters long" },
  });
});

test("a problem without a field of its own is said for the whole form", () => {
  const error = refused([
    { path: "title", message: "Too long." },
    { path: "loobricates", message: "Too many." },
  ]);
  expect(problemsOf(error, ["title"])).toEqual({
    message: "Please check the form.",
    fields: { title: "Too long." },
  });
});

test("no error is no problem, and a broken page still says something", () => {
  expect(problemsOf(null, [])).toBe(noProblems);
  expect(problemsOf(new TypeError("x is undefined"), []).message).toBe(
    "Something went wrong on this page. Please try again.",
  );
});
