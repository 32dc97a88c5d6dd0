/** Turns texts into vectors of one length. Texts with the same meaning have vectors near each other. */
export interface Embedder {
  /** Identifies the model. Vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Whether every vector is known to have length 1. */
  readonly isUnitLength: boolean;
  /** Whether texts are sent to another machine. Missing: they stay on this one. */
  readonly isElsewhere?: boolean;
  /**
   * One vector per text, in order. Blank texts have one too.
   * @throws AppError `unavailable` or `upstream-failed` when the model cannot answer now; the same call may work later
   */
  embed(texts: string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
