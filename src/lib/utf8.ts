import { startOf } from './start-of.ts';

/** A run of escaped bytes that are no ASCII: each has to be whole characters by itself, since what is escaped stands among ASCII. */
const escapedBytes = /(?:%[89a-f][\da-f])+/gi;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether bytes are text in UTF-8; what are none become U+FFFD where they are read all the same. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * A query or a form with everything that is no ASCII escaped: it says the same. Node's readers, `URLSearchParams` too, take a value with an escape that is none
 * (`100%`) for bytes of Latin 1, and would cut its other characters.
 */
export function escapeBeyondAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]+/g, (run) => encodeURIComponent(run.toWellFormed()));
}

/** Whether what is escaped in a query or a form (`%C3%A9`) is text in UTF-8. */
export function isEscapedUtf8(text: string): boolean {
  for (const [run] of text.matchAll(escapedBytes))
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) return false;
  return true;
}

/** The beginning of a text that takes so many bytes at most; no letter is cut in two. */
export function cutToBytes(text: string, most: number): string {
  let end = text.length;
  while (Buffer.byteLength(text.slice(0, end)) > most) end--;
  return startOf(text, end);
}
