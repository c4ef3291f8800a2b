/** Control characters, and those that turn the direction of the text around them. Line breaks and tabs stay. */
// oxlint-disable-next-line no-control-regex -- taking them out is the point
const turning = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The text without characters that show nothing and turn what stands around them; those that join letters or signs, as in Persian and in emoji, stay. */
export function withoutTurning(text: string): string {
  return text.replace(turning, '');
}

/** Something that can be seen: no white space, no mark of formatting, no letter that has no form. */
const seen = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The name of a person, plain text, as it may stand among other words: on one line, and turning none of them. Empty where nothing of it can be seen. */
export function visibleName(name: string): string {
  const left = withoutTurning(name).replace(/\s+/g, ' ').trim();
  return seen.test(left) ? left : '';
}

/** Text that can do nothing to a terminal: what people wrote may hold escape sequences, and marks that turn the direction of what stands behind it. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
