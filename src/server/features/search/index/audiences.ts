import type { DocumentKind } from "#shared/features/search/document.ts";

/** Attributes that determine who can find a document. */
export interface Audience {
  ownerId: string | null;
  kind: string;
  companion: string | null;
  communityId: string | null;
}

/** The viewer and the purpose of a search. */
export interface Scope {
  /** Null: no user in particular. */
  viewerId: string | null;
  companion?: string | null;
  kinds?: readonly DocumentKind[];
  communityId?: string | undefined;
}

/** The audiences visible to one search, and their number of documents. */
export interface Admitted {
  /** 1 at the number of each visible audience. */
  audiences: Uint8Array;
  documents: number;
}

/** Numbers for audiences, so that checking a document is one comparison. 0 is for deleted documents. */
export class Audiences {
  readonly #numbers = new Map<string, number>();
  readonly #known: (Audience & { documents: number })[] = [];

  /** Counts one more document. */
  enter(audience: Audience): number {
    const { ownerId, kind, companion, communityId } = audience;
    const key = JSON.stringify([ownerId, kind, companion, communityId]);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#known.push({ ownerId, kind, companion, communityId, documents: 0 });
      this.#numbers.set(key, number);
    }
    this.#count(number, 1);
    return number;
  }

  leave(number: number): void {
    this.#count(number, -1);
  }

  admit({ viewerId, companion = null, kinds, communityId }: Scope): Admitted {
    const audiences = new Uint8Array(this.#known.length + 1);
    let documents = 0;
    this.#known.forEach((known, index) => {
      const isAdmitted =
        (known.ownerId === null || known.ownerId === viewerId) &&
        (known.companion === null || known.companion === companion) &&
        (kinds === undefined || kinds.some((kind) => kind === known.kind)) &&
        (communityId === undefined || known.communityId === communityId);
      if (!isAdmitted) return;
      audiences[index + 1] = 1;
      documents += known.documents;
    });
    return { audiences, documents };
  }

  /** 1 at the number of each audience of these communities. */
  ofCommunities(ids: readonly string[]): Uint8Array {
    return Uint8Array.from([0, ...this.#known.map(({ communityId }) => (isIn(ids, communityId) ? 1 : 0))]);
  }

  #count(number: number, change: number): void {
    const known = this.#known[number - 1];
    if (known !== undefined) known.documents += change;
  }
}

function isIn(ids: readonly string[], id: string | null): boolean {
  return id !== null && ids.includes(id);
}
