/** One utterance in a memory, or a paragraph without a named speaker. */
export interface Spoken {
  /** "You", "Omi", "Speaker 2"; null when unnamed. */
  speaker: string | null;
  text: string;
}

const named = /^(You|Omi|Speaker \d{1,3}):[ \t]*/;

/**
 * Splits a memory for display: on blank lines, and at each line that begins with 'You:', 'Omi:' or 'Speaker N:'. Never empty for a text
 * that is not blank.
 */
export function spokenLines(content: string): Spoken[] {
  const lines: Spoken[] = [];
  for (const paragraph of content.split(/\r?\n[ \t]*\r?\n/)) {
    let open: Spoken | null = null;
    for (const line of paragraph.trim().split(/\r?\n/)) {
      const speaker = named.exec(line);
      if (speaker !== null)
        open = { speaker: speaker[1] ?? null, text: line.slice(speaker[0].length).trim() };
      else if (open === null) open = { speaker: null, text: line };
      else {
        open.text = `${open.text}\n${line}`;
        continue;
      }
      lines.push(open);
    }
  }
  return lines.filter(({ text, speaker }) => text.trim() !== "" || speaker !== null);
}

/** Whether the memory is a talk: a speaker is named for at least one part. */
export function hasSpeakers(content: string): boolean {
  return spokenLines(content).some(({ speaker }) => speaker !== null);
}
