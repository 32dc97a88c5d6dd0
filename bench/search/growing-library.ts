import type { DatabaseClient } from "#server/db/connection/client.ts";
import { storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";
import type { DocumentKind, SearchDocument } from "#shared/features/search/document.ts";
import { sql } from "kysely";
import { evaluationTexts } from "../search-evaluation-texts.ts";

/** Owners of the library's private documents, assigned in turn. */
const OWNERS = 200;
const BATCH = 500;
/** The city's position, and the spread of items around it in degrees. */
export const MIDDLE = { latitude: 40.786, longitude: -119.206 };
const SPREAD = 0.05;
/** Length of the noise, next to a mixture of length about 0.7: two documents of the same parts differ. */
const NOISE = 0.35;

/** A text and its vector from the model. */
interface Part {
  text: string;
  vector: Float32Array;
}

/**
 * A library of any size with words and vectors like real ones. A document is a title of the evaluation's texts with a number, and two
 * sentences of others. Its vector is a randomly weighted mixture of the model's real vectors for these three parts, plus noise. So words
 * are as frequent as in a real library, vectors are as close to each other and to the questions as the model's own (medians: two documents
 * 0.4, a question and its fifth hit 0.45), and documents with matching words often match in meaning. A fifth of the documents are private.
 * The same seed makes the same library.
 */
export class GrowingLibrary {
  readonly #database: DatabaseClient;
  readonly #model: string;
  readonly #titles: readonly Part[];
  readonly #sentences: readonly Part[];
  readonly #next = seededRandom(20_261_125);
  size = 0;

  static async start(database: DatabaseClient, embedder: Embedder): Promise<GrowingLibrary> {
    const titles = evaluationTexts.map(({ title }) => title);
    const sentences = evaluationTexts.flatMap(({ body }) => body.split(/(?<=[.!?])\s+/));
    const embedded = async (texts: string[]) => {
      const vectors = await embedder.embed(texts);
      return texts.map((text, index): Part => ({ text, vector: vectors[index] ?? new Float32Array() }));
    };
    return new GrowingLibrary(database, embedder.id, await embedded(titles), await embedded(sentences));
  }

  private constructor(database: DatabaseClient, model: string, titles: Part[], sentences: Part[]) {
    this.#database = database;
    this.#model = model;
    this.#titles = titles;
    this.#sentences = sentences;
  }

  async growTo(size: number): Promise<void> {
    while (this.size < size) await this.#addBatch();
    await this.#database.maintenance(({ client }) => client.query("vacuum analyze"));
  }

  async #addBatch(): Promise<void> {
    const { kysely, hasVector } = this.#database;
    const made = Array.from({ length: BATCH }, () => this.#document());
    await upsertDocuments(
      kysely,
      made.map(({ document }) => document),
    );
    if (!hasVector) return;
    const { rows } = await sql<{ id: string; hash: string }>`
      select id, content_hash as hash from search_documents where id = any(${made.map(({ document }) => document.id)}::text[])
    `.execute(kysely);
    const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
    await storeEmbeddings(
      kysely,
      this.#model,
      made.map(({ document: { id }, vector }) => ({
        id,
        contentHash: hashes.get(id) ?? "",
        vectors: [vector],
      })),
    );
  }

  #document(): { document: SearchDocument; vector: Float32Array } {
    const number = this.size;
    this.size += 1;
    const parts = [this.#pick(this.#titles), this.#pick(this.#sentences), this.#pick(this.#sentences)];
    const [title, ...body] = parts.map(({ text }) => text);
    const isPrivate = number % 5 === 0;
    const kind: DocumentKind = isPrivate ? "memory" : number % 50 === 1 ? "camp" : "resource";
    const document = {
      id: `${kind}:${number}`,
      kind,
      ownerId: isPrivate ? ownerOf(number / 5) : null,
      communityId: null,
      companion: null,
      title: `${title} ${number}`,
      body: body.join(" "),
      place: null,
      latitude: MIDDLE.latitude + (this.#next() - 0.5) * SPREAD,
      longitude: MIDDLE.longitude + (this.#next() - 0.5) * SPREAD,
    };
    return { document, vector: this.#mixture(parts.map(({ vector }) => vector)) };
  }

  #mixture(vectors: readonly Float32Array[]): Float32Array {
    const weights = vectors.map(() => 0.2 + this.#next());
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const dimensions = vectors[0]?.length ?? 0;
    const noise = NOISE * Math.sqrt(12 / dimensions); // a number from -0.5 to 0.5 has a variance of 1/12
    const mixed = Float32Array.from({ length: dimensions }, (_, index) =>
      vectors.reduce(
        (sum, vector, part) => sum + ((weights[part] ?? 0) / all) * (vector[index] ?? 0),
        noise * (this.#next() - 0.5),
      ),
    );
    const length = Math.hypot(...mixed);
    return mixed.map((value) => value / length);
  }

  #pick(parts: readonly Part[]): Part {
    const part = parts[Math.floor(this.#next() * parts.length)];
    if (part === undefined) throw new Error("there are no texts");
    return part;
  }
}

export function ownerOf(number: number): string {
  return `user-${number % OWNERS}`;
}
