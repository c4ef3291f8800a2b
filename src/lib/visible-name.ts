/** Control characters and direction overrides, except line breaks and tabs. */
// oxlint-disable-next-line no-control-regex -- taking them out is the point
const turning = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Removes invisible characters that change the direction of the surrounding text. Joiners, as in Persian and in emoji, stay. */
export function withoutTurning(text: string): string {
  return text.replace(turning, '');
}

/** A visible character: no white space, formatting or ignorable character. */
const seen = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A person's name on one line, without characters that change the direction of the surrounding text. Empty when nothing visible is left. */
export function visibleName(name: string): string {
  const left = withoutTurning(name).replace(/\s+/g, ' ').trim();
  return seen.test(left) ? left : '';
}

/** Text that is safe in a terminal: without escape sequences and direction marks. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
