// The load generator, in a separate process so that its cost does not count as the server's. It simulates many users at once, and the
// provider of their language model.
import { chatAll } from "./chat-load.ts";
import { listenAll, type Person, writeAll, checkDurable } from "./crowd-load.ts";
import type { FromGenerator, Phase, Result, ToGenerator } from "./messages.ts";
import { readAll } from "./read-load.ts";
import { startUpstream } from "./upstream.ts";

const upstream = await startUpstream();
let people: Person[] = [];

process.on("message", ({ phase }: ToGenerator) => {
  run(phase).then(
    (result) => report({ result }),
    (error: unknown) =>
      report({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// The parent process has exited.
process.on("disconnect", () => process.exit());
report({ ready: { upstream: upstream.url } });

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
    case "durable":
      return await checkDurable(phase, people);
  }
}

function report(message: FromGenerator): void {
  process.send?.(message);
}
