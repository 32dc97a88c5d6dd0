/**
 * Streams the events that `work` emits while it runs. For work that cannot be a generator itself, because it emits from inside a
 * transaction.
 */
export async function* whileWorking<T>(work: (say: (event: T) => void) => Promise<T>): AsyncGenerator<T> {
  const said: T[] = [];
  let wake = Promise.withResolvers<void>();
  let isOver = false;
  const result = work((event) => {
    said.push(event);
    wake.resolve();
  }).finally(() => {
    isOver = true;
    wake.resolve();
  });
  // A failure is thrown below, after the events emitted before it.
  result.catch(() => undefined);
  while (!isOver || said.length > 0) {
    if (said.length === 0) await wake.promise;
    wake = Promise.withResolvers<void>();
    yield* said.splice(0);
  }
  yield await result;
}
