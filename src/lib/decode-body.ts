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
