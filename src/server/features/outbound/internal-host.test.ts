import { expect, test } from "vitest";
import { isInternalHost } from "./internal-host.ts";

test("distinguishes hosts of the operator's network from public services", () => {
  const internal = [
    "llm",
    "10.0.0.7",
    "127.0.0.1",
    "[::1]",
    "gpu.local",
    "mail.internal",
    "nas.home.arpa",
    "gpu.lan.",
  ];
  for (const host of internal) expect([host, isInternalHost(host)]).toEqual([host, true]);
  for (const host of ["openrouter.ai", "*.push.example", "api.local.example", "internal.example.org"])
    expect([host, isInternalHost(host)]).toEqual([host, false]);
});
