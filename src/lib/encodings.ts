import { startOf } from './cut-text.ts';

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

/** Bytes of a character by the first of them; 1 for what begins none. */
const lengthOf = (first: number) => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1);

const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** A path in which each per cent sign that encodes nothing is itself encoded: `/caf%E9/100%/` → `/caf%25E9/100%25/`. */
export function soundEscapes(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+|%/gi, (run) => {
    if (isEncoded(run)) return run;
    let sound = '';
    for (let at = 0; at < run.length; ) {
      const whole = run.slice(at, at + 3 * lengthOf(Number.parseInt(run.slice(at + 1, at + 3), 16)));
      const isWhole = whole.length > 1 && isEncoded(whole);
      sound += isWhole ? whole : `%25${run.slice(at + 1, at + 3)}`;
      at += isWhole ? whole.length : 3;
    }
    return sound;
  });
}

const western = new TextDecoder('windows-1252');

/** A text in which escaped bytes that are no UTF-8 mean what they did in Western encodings: `caf%E9` → `café`. */
export function readWestern(text: string): string {
  return text.replace(/%([89a-f][\da-f])/gi, (_, byte: string) =>
    western.decode(Uint8Array.of(Number.parseInt(byte, 16))),
  );
}

/** Bytes in which a document may name its encoding. */
const openingBytes = 1024;

/**
 * Text in the encoding that a byte order mark, the header `Content-Type` or the document itself names (`declared` finds it), else in UTF-8. Text that is not
 * valid in that encoding is read as UTF-8, else as Windows-1252.
 */
export function decodeBody(body: Uint8Array, contentType: string, declared: RegExp): string {
  const opening = new TextDecoder('latin1').decode(body.subarray(0, openingBytes));
  const mark = /^(?:\u00ff\u00fe)/.test(opening)
    ? 'utf-16le'
    : opening.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : opening.startsWith('\u00ef\u00bb\u00bf')
        ? 'utf-8'
        : undefined;
  const named =
    mark ?? /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? declared.exec(opening)?.[1] ?? 'utf-8';
  for (const encoding of [named, 'utf-8']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(body);
    } catch {
      // An unknown name, or bytes that are not valid in this encoding.
    }
  }
  return new TextDecoder('windows-1252').decode(body);
}
