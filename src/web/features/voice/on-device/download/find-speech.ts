import { samplesOf } from "../sound.ts";

/** Samples the speech detector processes at a time: 32 ms. */
export const WINDOW = 512;

// As on the server (platform/speech/recognizer.ts), so that the same recording is cut the same way.
const IS_SPEECH = 0.5;
/** A pause begins below this value; in between, the current state continues. */
const IS_PAUSE = 0.35;
const SHORTEST_PAUSE = samplesOf(0.5);
const SHORTEST_SPEECH = samplesOf(0.25);
/** Beyond about 20 s the model starts to repeat itself. */
const LONGEST_PIECE = samplesOf(15);
/** A piece that is too long is cut at the quietest point of its last seconds. */
const CUT_WITHIN = samplesOf(5);
/** Margin on both sides: a word's first and last consonants are quieter than its vowels. */
const MARGIN = samplesOf(0.2);

/** A piece with speech, in samples; `to` is exclusive. */
export interface Piece {
  from: number;
  to: number;
}

/**
 * Cuts a recording at its silences, omitting silence and noise. An empty list means that there is no speech.
 * @param speech speech probability of each window of `WINDOW` samples, 0 to 1
 * @param length number of samples of the recording
 */
export function findSpeech(speech: ArrayLike<number>, length: number): Piece[] {
  return spokenRuns(speech, length)
    .filter(({ from, to }) => to - from >= SHORTEST_SPEECH)
    .flatMap((run) => split(run, speech))
    .map(({ from, to }, index, pieces) => ({
      // Margins never overlap another piece, because a word in both would be transcribed twice.
      from: Math.max(from - MARGIN, pieces[index - 1]?.to ?? 0),
      to: Math.min(to + MARGIN, pieces[index + 1]?.from ?? length, length),
    }));
}

function spokenRuns(speech: ArrayLike<number>, length: number): Piece[] {
  const runs: Piece[] = [];
  let from: number | null = null;
  let pause: number | null = null;
  for (let index = 0; index < speech.length; index += 1) {
    const probability = speech[index] ?? 0;
    const at = index * WINDOW;
    if (probability >= IS_SPEECH) {
      from ??= at;
      pause = null;
    } else if (from !== null && probability < IS_PAUSE) {
      pause ??= at;
      if (at + WINDOW - pause < SHORTEST_PAUSE) continue;
      runs.push({ from, to: pause });
      from = null;
      pause = null;
    }
  }
  if (from !== null) runs.push({ from, to: pause ?? length });
  return runs;
}

function split({ from, to }: Piece, speech: ArrayLike<number>): Piece[] {
  const pieces: Piece[] = [];
  let start = from;
  while (to - start > LONGEST_PIECE) {
    const end = quietest(speech, start + LONGEST_PIECE - CUT_WITHIN, start + LONGEST_PIECE);
    pieces.push({ from: start, to: end });
    start = end;
  }
  return [...pieces, { from: start, to }];
}

/** The middle sample of the window with the lowest speech probability. */
function quietest(speech: ArrayLike<number>, from: number, to: number): number {
  let best = Math.floor(from / WINDOW);
  for (let index = best; (index + 1) * WINDOW <= to; index += 1) {
    if ((speech[index] ?? 0) < (speech[best] ?? 0)) best = index;
  }
  return best * WINDOW + WINDOW / 2;
}
