// The load generator: a process of its own, so that what it costs is not the server's. It is many people at once, and the
// provider of the language model they talk to.
import { chatAll } from "./chat-load.ts";
import { listenAll, type Person, writeAll, keptAll } from "./crowd-load.ts";
import type { FromGenerator, Phase, Result, ToGenerator } from "./messages.ts";
import { readAll } from "./read-load.ts";
import { startUpstream } from "./upstream.ts";

const upstream = await startUpstream();
let people: Person[] = [];

process.on("message", ({ phase }: ToGenerator) => {
  run(phase).then(
    (result) => tell({ result }),
    (error: unknown) =>
      tell({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// Whoever started it is gone.
process.on("disconnect", () => process.exit());
tell({ ready: { upstream: upstream.url } });

async function run(phase: Phase): Promise<Result> {
  switch (phase.kind) {
    case "reads":
      return await readAll(phase);
    case "chats": {
      const { result, cookies } = await chatAll(phase, upstream);
      people = cookies.map((cookie) => ({ cookie, userId: "", memoryId: null, vibes: [], streams: [] }));
      return result;
    }
    case "live":
      return await listenAll(phase, people);
    case "writes":
      return await writeAll(phase, people);
    case "kept":
      return await keptAll(phase, people);
  }
}

function tell(message: FromGenerator): void {
  process.send?.(message);
}
