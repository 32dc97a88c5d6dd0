import { expect, test } from "vitest";
import { type Room, roomsOf, sizeProblems, srcLines } from "../scripts/size.ts";

function room(name: string, production: number): Room {
  return { name, production, styles: 0, tests: 0, data: 0 };
}

test.each([
  ["src/web/features/chat/store/chat-store.ts", "web/chat", "web/chat/store"],
  ["src/web/offline/outbox/sender.ts", "web/offline", "web/offline/outbox"],
  ["src/server/db/pglite/files/files.ts", "server/db", "server/db/pglite"],
  ["src/shared/features/lending/loan.ts", "shared/lending", "shared/lending"],
  ["src/web/main.tsx", "web", "web"],
  ["bench/talks/run.ts", "bench", "bench/talks"],
])("%s: belongs to the room %s", (path, name, withRole) => {
  const files = [{ path, lines: 7 }];
  expect(roomsOf(files)).toEqual([room(name, 7)]);
  expect(roomsOf(files, true)).toEqual([room(withRole, 7)]);
});

test("sums production, styles, tests and data separately", () => {
  const files = [
    { path: "src/web/features/chat/message/message.tsx", lines: 100 },
    { path: "src/web/features/chat/store/store.ts", lines: 200 },
    { path: "src/web/features/chat/message/message.css", lines: 30 },
    { path: "src/web/features/chat/message/message.test.tsx", lines: 4 },
    { path: "src/web/features/chat/testing/store-fixture.ts", lines: 5 },
    { path: "src/shared/features/chat/README.md", lines: 1_000 },
    { path: "src/shared/features/chat/help/help-weights.ts", lines: 6 },
    { path: "src/shared/features/search/ranking-weights.ts", lines: 50 },
    { path: "e2e/fixtures/phone.ts", lines: 8 },
  ];
  const rooms = roomsOf(files);
  expect(rooms).toEqual([
    { name: "web/chat", production: 300, styles: 30, tests: 9, data: 0 },
    room("shared/search", 50),
    { ...room("e2e", 0), tests: 8 },
    { ...room("shared/chat", 0), data: 6 },
  ]);
  expect(srcLines([...rooms, room("scripts", 900)])).toBe(350);
});

test("accepts rooms up to their caps", () => {
  const rooms = [room("web/chat", 6_110), { ...room("e2e", 0), tests: 7_000 }];
  expect(sizeProblems(rooms, { "web/chat": 6_110 }, 6_110)).toEqual([]);
});

test("rejects a room over its cap", () => {
  expect(sizeProblems([room("web/chat", 6_300)], { "web/chat": 6_110 }, 7_000)).toEqual([
    "web/chat: 6,300 lines, at most 6,110. Remove code, or raise the cap in scripts/size-caps.ts with the reason.",
  ]);
});

test("rejects a room without a cap", () => {
  expect(sizeProblems([room("web/boats", 40)], {}, 100)).toEqual([
    "web/boats: 40 lines, no cap. Add a line to scripts/size-caps.ts with the reason.",
  ]);
});

test("rejects a cap of a room without production code", () => {
  expect(sizeProblems([{ ...room("web/boats", 0), tests: 40 }], { "web/boats": 50 }, 100)).toEqual([
    "web/boats: a cap without code. Remove its line from scripts/size-caps.ts.",
  ]);
});

test("rejects a sum of src over its cap, although each room is within its own", () => {
  const rooms = [room("web/chat", 60), room("server/chat", 50), room("scripts", 1_000)];
  const caps = { "web/chat": 60, "server/chat": 60, scripts: 1_000 };
  expect(sizeProblems(rooms, caps, 100)).toEqual([
    "all of src: 110 lines, at most 100. Remove code, or raise the cap in scripts/size-caps.ts with the reason.",
  ]);
});
