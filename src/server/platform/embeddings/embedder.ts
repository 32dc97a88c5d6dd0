/** Turns texts into vectors of one length, near each other when the texts mean the same. */
export interface Embedder {
  /** Names the model: vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Whether every vector has length 1, as far as is known. */
  readonly isUnitLength: boolean;
  /**
   * One vector per text, in order. Blank texts have one too.
   * @throws AppError `unavailable` or `upstream-failed` when the model cannot answer now; the same call may work later
   */
  embed(texts: string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
