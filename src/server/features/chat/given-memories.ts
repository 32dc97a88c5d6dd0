import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { memoryIdOf } from "./kept-from-models.ts";

/** Maximum ids stored for one answer; the newest are kept. */
const MOST_GIVEN = 1_000;

/**
 * Ids of the user's own memories that go into one answer, also those it does not cite. They are stored before a model is called, because a
 * memory may be deleted while the model answers.
 */
export class GivenMemories {
  readonly #write: (memoryIds: readonly string[]) => Promise<void>;
  readonly #ids = new Set<string>();
  #stored = 0;

  /** @param write stores all ids so far */
  constructor(write: (memoryIds: readonly string[]) => Promise<void>) {
    this.#write = write;
  }

  add(memoryIds: Iterable<string>): void {
    for (const id of memoryIds) this.#ids.add(id);
  }

  /** Adds the memories among these items. */
  addItems(items: readonly Pick<Retrieved, "source">[]): void {
    this.add(memoryIdsOf(items.map(({ source }) => source)));
  }

  /** Stores new ids, if there are any. */
  async store(): Promise<void> {
    if (this.#ids.size === this.#stored) return;
    this.#stored = this.#ids.size;
    await this.#write([...this.#ids].slice(-MOST_GIVEN));
  }
}

/** Ids of the memories among these sources. */
export function memoryIdsOf(sources: readonly { sourceId: string }[]): string[] {
  return sources.flatMap(({ sourceId }) => memoryIdOf(sourceId) ?? []);
}
