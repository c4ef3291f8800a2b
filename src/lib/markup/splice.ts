/** What stands instead of a stretch of a text; offsets are into it. A stretch without length is a place where something is put in. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with edits made, which are in order and touch each other at most; every other character stays as it is. */
export function splice(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const edit of edits) {
    pieces.push(text.slice(copied, edit.start), edit.text);
    copied = edit.end;
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}
