/**
 * What `work` says while it runs, as a stream that ends with it: for work that cannot be a generator itself, because it
 * speaks from inside a transaction.
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
  // A failure is thrown below, once what was said before is told.
  result.catch(() => undefined);
  while (!isOver || said.length > 0) {
    if (said.length === 0) await wake.promise;
    wake = Promise.withResolvers<void>();
    yield* said.splice(0);
  }
  yield await result;
}
