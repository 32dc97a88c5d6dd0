import { type Admitted, type Audience, Audiences, type Scope } from "./audiences.ts";
import { Postings, withRoom } from "./postings.ts";
import { PassageCodes } from "./passage-codes.ts";
import { TitleWords } from "./title-words.ts";

/** A document as added to the index. */
export interface IndexedDocument extends Audience {
  id: string;
  latitude: number | null;
  longitude: number | null;
  /** Differs when the lexemes may differ. */
  wordsVersion: number;
  lexemes: readonly string[];
  title: string;
}

/** The model of the vectors, and their number of dimensions. */
export interface VectorSpace {
  model: string;
  dimensions: number;
}

/** Audience number of deleted documents. */
const GONE = 0;
const NO_PASSAGE = -1;

/**
 * All documents, in this process: the places of their words, the codes of their vectors, and the users who may find them. A document has a
 * place; when its words change it gets another one, and the old place is dead. The index contains the data of all users, so documents may
 * only be returned through an admitted audience.
 */
export class SearchIndex {
  readonly words = new Postings();
  readonly titleWords = new TitleWords();
  readonly #audiences = new Audiences();
  readonly #placeOf = new Map<string, number>();
  readonly #ids: string[] = [];
  #audience = new Uint32Array(256);
  #wordsVersion = new Float64Array(256);
  #latitude = new Float32Array(256);
  #longitude = new Float32Array(256);
  #firstPassage = new Int32Array(256);
  #passages = new Uint16Array(256);
  #codes: { space: VectorSpace; codes: PassageCodes; live: number; isWhole: boolean } | null = null;

  /** Places below this may contain a document. */
  get end(): number {
    return this.#ids.length;
  }

  /** Whether so many places are dead that the index should be rebuilt. */
  get isWorn(): boolean {
    const dead = this.end - this.#placeOf.size;
    const deadPassages = this.#codes === null ? 0 : this.#codes.codes.count - this.#codes.live;
    return dead > WEAR + this.#placeOf.size / 2 || deadPassages > WEAR + (this.#codes?.live ?? 0) / 2;
  }

  /** Null until the vectors of all documents are read: with only some of them, other documents would not be found. */
  get space(): VectorSpace | null {
    return this.#codes?.isWhole === true ? this.#codes.space : null;
  }

  /** Null until the vectors of all documents are read. */
  get codes(): PassageCodes | null {
    return this.#codes?.isWhole === true ? this.#codes.codes : null;
  }

  /** Number of documents, and their approximate size in bytes. */
  get size(): { documents: number; bytes: number } {
    const columns = [
      this.#audience,
      this.#wordsVersion,
      this.#latitude,
      this.#longitude,
      this.#firstPassage,
      this.#passages,
    ];
    const bytes =
      columns.reduce((sum, column) => sum + column.byteLength, 0) +
      this.words.bytes +
      this.titleWords.bytes +
      (this.#codes?.codes.bytes ?? 0) +
      this.end * ID_BYTES;
    return { documents: this.#placeOf.size, bytes };
  }

  put(document: IndexedDocument): void {
    const known = this.#placeOf.get(document.id);
    const place =
      known !== undefined && this.#wordsVersion[known] === document.wordsVersion
        ? known
        : this.#newPlace(document);
    if (place === known) this.#audiences.leave(this.#audience[place] ?? GONE);
    this.#audience[place] = this.#audiences.enter(document);
    this.#latitude[place] = document.latitude ?? Number.NaN;
    this.#longitude[place] = document.longitude ?? Number.NaN;
  }

  remove(id: string): void {
    const place = this.#placeOf.get(id);
    if (place === undefined) return;
    this.#audiences.leave(this.#audience[place] ?? GONE);
    this.#audience[place] = GONE;
    this.#forgetVectors(place);
    this.#placeOf.delete(id);
  }

  /** Starts accepting vectors of this space. They are used for searches after `finishVectors`. */
  startVectors(space: VectorSpace): void {
    this.#codes = { space, codes: new PassageCodes(space.dimensions), live: 0, isWhole: false };
    this.#firstPassage.fill(NO_PASSAGE);
    this.#passages.fill(0);
  }

  finishVectors(): void {
    if (this.#codes !== null) this.#codes.isWhole = true;
  }

  /** Ids of the current documents. */
  ids(): string[] {
    return [...this.#placeOf.keys()];
  }

  /** Replaces the document's vectors. Ignored for an unknown document or vectors of another length. */
  putVectors(id: string, vectors: readonly Float32Array[]): void {
    const place = this.#placeOf.get(id);
    if (place === undefined || this.#codes === null) return;
    this.#forgetVectors(place);
    const { codes, space } = this.#codes;
    const fitting = vectors.filter(({ length }) => length === space.dimensions);
    const [first = NO_PASSAGE] = fitting.map((vector) => codes.add(vector));
    this.#firstPassage[place] = first;
    this.#passages[place] = fitting.length;
    this.#codes.live += fitting.length;
  }

  admit(scope: Scope): Admitted {
    return this.#audiences.admit(scope);
  }

  /** Whether the document at a place belongs to one of these communities. */
  belongsTo(communityIds: readonly string[]): (place: number) => boolean {
    if (communityIds.length === 0) return () => false;
    const audiences = this.#audiences.ofCommunities(communityIds);
    return (place) => audiences[this.#audience[place] ?? GONE] === 1;
  }

  idAt(place: number): string {
    return this.#ids[place] ?? "";
  }

  placeOf(id: string): number | undefined {
    return this.#placeOf.get(id);
  }

  /**
   * Columns by place, for scanning all documents: the number of the audience, the place of the first passage's code, and the number of
   * consecutive passages. Do not hold references to them: they are replaced when they grow.
   */
  get columns(): { audience: Uint32Array; firstPassage: Int32Array; passages: Uint16Array } {
    return { audience: this.#audience, firstPassage: this.#firstPassage, passages: this.#passages };
  }

  audienceAt(place: number): number {
    return this.#audience[place] ?? GONE;
  }

  /** NaN when it has no place on the map. */
  latitudeAt(place: number): number {
    return this.#latitude[place] ?? Number.NaN;
  }

  longitudeAt(place: number): number {
    return this.#longitude[place] ?? Number.NaN;
  }

  #newPlace({ id, wordsVersion, lexemes, title }: IndexedDocument): number {
    this.remove(id);
    const place = this.#ids.push(id) - 1;
    this.#audience = withRoom(this.#audience, place + 1);
    this.#wordsVersion = withRoom(this.#wordsVersion, place + 1);
    this.#latitude = withRoom(this.#latitude, place + 1);
    this.#longitude = withRoom(this.#longitude, place + 1);
    this.#firstPassage = withRoom(this.#firstPassage, place + 1);
    this.#passages = withRoom(this.#passages, place + 1);
    this.#placeOf.set(id, place);
    this.#wordsVersion[place] = wordsVersion;
    this.#firstPassage[place] = NO_PASSAGE;
    for (const lexeme of lexemes) this.words.add(lexeme, place);
    this.titleWords.add(title, place);
    return place;
  }

  #forgetVectors(place: number): void {
    if (this.#codes !== null) this.#codes.live -= this.#passages[place] ?? 0;
    this.#firstPassage[place] = NO_PASSAGE;
    this.#passages[place] = 0;
  }
}

/** Number of dead places allowed in a small library. */
const WEAR = 5_000;
/** Bytes of a document's id and its map entry, measured on Node 24. */
const ID_BYTES = 130;
