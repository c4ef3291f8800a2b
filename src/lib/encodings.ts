import { startOf } from './cut-text.ts';

/** A run of escaped non-ASCII bytes. Characters are complete within a run, since the text around it is ASCII. */
const escapedBytes = /(?:%[89a-f][\da-f])+/gi;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether bytes are valid UTF-8; decoding invalid ones would yield U+FFFD. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Percent-encodes the non-ASCII characters of a query or form. Node's parsers, including `URLSearchParams`, read a
 * value with an invalid escape (`100%`) as Latin 1 and would corrupt its other characters.
 */
export function escapeBeyondAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]+/g, (run) => encodeURIComponent(run.toWellFormed()));
}

/** Whether the escapes in a query or form (`%C3%A9`) are valid UTF-8. */
export function isEscapedUtf8(text: string): boolean {
  for (const [run] of text.matchAll(escapedBytes))
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) return false;
  return true;
}

/** The start of a text that fits into `maxBytes` bytes, without splitting a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  let end = text.length;
  while (Buffer.byteLength(text.slice(0, end)) > maxBytes) end--;
  return startOf(text, end);
}

/** Bytes of a UTF-8 character by its first byte; 1 for an invalid one. */
const lengthOf = (first: number) => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1);

const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** Encodes each percent sign that is not a valid UTF-8 escape: `/caf%E9/100%/` → `/caf%25E9/100%25/`. */
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

/** Decodes escaped bytes as a Western encoding: `caf%E9` → `café`. */
export function readWestern(text: string): string {
  return text.replace(/%([89a-f][\da-f])/gi, (_, byte: string) =>
    western.decode(Uint8Array.of(Number.parseInt(byte, 16))),
  );
}

const openingBytes = 1024;

/**
 * Decodes text in the encoding of its byte order mark, its `Content-Type` or its own declaration (found by `declared`),
 * else in UTF-8. Text invalid in that encoding is read as UTF-8, else as Windows-1252.
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
      // Unknown encoding or malformed bytes.
    }
  }
  return new TextDecoder('windows-1252').decode(body);
}
