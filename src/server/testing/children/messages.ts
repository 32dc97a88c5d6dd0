import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Messages printed by a child process: one JSON value per line, of the type its file exports. */
export async function* messagesOf<T>(child: ChildProcess): AsyncGenerator<T> {
  if (!child.stdout) throw new Error("Start the child with a pipe for its output");
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as T;
}
