/** Subtitle credits that models trained on videos invent for near silence. No user says any of them to Looby. */
const CREDITS = [
  /^(thanks|thank you)( so much| very much| all| guys)? for (watching|viewing)( (this|the|my) video)?$/,
  /^(please )?(like and )?subscribe( to (my|our|the) channel)?$/,
  /^(subtitles|transcription|captions) by [^ ]+( community)?$/,
  /^subtitles by the amara.org community$/,
  /^untertitel (der amara.org-community|im auftrag des zdf.*)$/,
  /^sous-titres réalisés par la communauté d['’]amara.org$/,
  /^subtítulos (realizados )?por la comunidad de amara.org$/,
];

/** Sounds that engines name: [BLANK_AUDIO], (wind), *music*, and notes. */
const NAMED_SOUNDS = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫]/g;

/** The text of an engine; empty when it consists only of words that engines invent. */
export function transcriptText(text: string): string {
  const sentences = text
    .replace(NAMED_SOUNDS, " ")
    .split(/[.!?…]+(?:\s|$)|\n/)
    .map((sentence) => sentence.trim().toLowerCase())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return sentences.every((sentence) => CREDITS.some((credit) => credit.test(sentence))) ? "" : text.trim();
}
