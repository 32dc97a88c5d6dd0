import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { createQueryClient } from "./query-client.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refusal = (retryAfter: number) =>
  new ApiError("too-many-requests", 429, "That is a lot at once.", { error: "", retryAfter });

test("repeats a request that had no turn when the server says so", async () => {
  const times: number[] = [];
  const start = Date.now();
  const answer = fetchWith(() => {
    times.push(Date.now() - start);
    if (times.length < 3) throw refusal(2);
  });
  await vi.advanceTimersByTimeAsync(4_000);
  await expect(answer).resolves.toBe("here");
  expect(times).toEqual([0, 2_000, 4_000]);
});

test("shows a refusal for minutes at once", async () => {
  let tries = 0;
  const answer = fetchWith(() => {
    tries += 1;
    throw refusal(90);
  });
  await expect(answer).rejects.toMatchObject({ code: "too-many-requests" });
  expect(tries).toBe(1);
});

async function fetchWith(ask: () => void): Promise<string> {
  return await createQueryClient().fetchQuery({
    queryKey: ["a question"],
    queryFn: () => {
      ask();
      return "here";
    },
    persister: async (queryFn, context) => await queryFn(context),
  });
}
