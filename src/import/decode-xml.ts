import { ImportError } from '../lib/errors.ts';

/** Longest piece passed on, in characters. A long text in one piece could grow a parser's buffers unchecked. */
const sliceLength = 64 * 1024;

// Control characters and the two noncharacters that XML 1.0 forbids; exports of old databases contain them.
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export interface DecodeCounts {
  forbiddenCharacters: number;
  undecodableCharacters: number;
  /** Text before the export that was skipped; empty when there was none. */
  precededBy: string;
}

/** Decodes an XML file of any declared encoding into chunks of text without forbidden characters. Throws `ImportError` when it is not XML text. */
export async function* decodeXml(
  source: AsyncIterable<Uint8Array | string>,
  counts: DecodeCounts,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let opening = new Uint8Array(0);
  let head: string | undefined = '';
  const begin = (text: string): string => {
    refuseOtherFormats(text);
    const { text: cleaned, junk } = cleanProlog(text);
    counts.precededBy = junk;
    return cleaned;
  };
  for await (const chunk of source) {
    let text: string;
    if (typeof chunk === 'string') {
      text = chunk;
    } else if (decoder) {
      text = decoder.decode(chunk, { stream: true });
    } else {
      opening = concat(opening, chunk);
      if (opening.length < maxPrologLength && !isOther(opening) && rootPlace(latin1(opening)) < 0) continue; // the encoding declaration may still follow
      decoder = decoderFor(opening);
      text = decoder.decode(opening, { stream: true });
    }
    if (head === undefined) {
      yield* clean(text, counts);
      continue;
    }
    head = withoutMark(head + text);
    if (head.trim() === '' || (head.length < maxPrologLength && rootPlace(head) < 0)) continue;
    text = begin(head);
    head = undefined;
    yield* clean(text, counts);
  }
  const rest =
    (head ?? '') +
    (decoder ? decoder.decode() : opening.length > 0 ? decoderFor(opening).decode(opening) : '');
  if (head !== undefined && rest.trim() === '')
    throw new ImportError('The file is empty. Export again, and check that the download is complete.');
  yield* clean(head === undefined ? rest : begin(withoutMark(rest)), counts);
}

function* clean(text: string, counts: DecodeCounts): Generator<string> {
  for (let at = 0; at < text.length; at += sliceLength) {
    const slice = text.length <= sliceLength ? text : text.slice(at, at + sliceLength);
    if (slice.includes('\ufffd')) counts.undecodableCharacters += slice.split('\ufffd').length - 1;
    yield slice.replace(forbidden, () => {
      counts.forbiddenCharacters++;
      return '';
    });
  }
}

/** Whether the first bytes show another format or a multi-byte encoding, so that waiting for the prolog is pointless. */
const isOther = ([a = 0, b = 0]: Uint8Array): boolean =>
  a === 0 || b === 0 || (a === 0x1f && b === 0x8b) || (a === 0x50 && b === 0x4b) || a >= 0xfe;

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxPrologLength)).toString('latin1');

function decoderFor(opening: Uint8Array): TextDecoder {
  const [a = 0, b = 0, c = 0, d = 0] = opening;
  if (a === 0x1f && b === 0x8b)
    throw new ImportError('The file is compressed (gzip). Unpack it first: gunzip FILE');
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4)
    throw new ImportError('The file is a ZIP archive. Unpack it and import the .xml file in it.');
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c === 0x3f && d === 0))
    return new TextDecoder('utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d === 0x3f))
    return new TextDecoder('utf-16be');
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8');
  const start = latin1(opening);
  const declaration = start.slice(Math.max(0, start.indexOf('<?xml'))).slice(0, 1024);
  const declared =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]{1,40})["']/i.exec(declaration)?.[1] ?? 'utf-8';
  if (/^utf-?16/i.test(declared)) {
    throw new ImportError(
      `The file is declared as ${declared}, but its bytes are not. Save it as UTF-8 and correct the encoding in its first line.`,
    );
  }
  try {
    return new TextDecoder(declared);
  } catch (error) {
    throw new ImportError(
      `Unknown encoding "${declared}". Save the file as UTF-8 and correct the encoding in its first line.`,
      { cause: error },
    );
  }
}

function refuseOtherFormats(text: string): void {
  const start = text.trimStart().slice(0, 200);
  if (/^<!doctype\s+html|^<html[\s>]/i.test(start)) {
    throw new ImportError(
      'The file is a web page, not an export. Download it in WordPress with Tools → Export → Download Export File; ' +
        'perhaps a login page was saved instead.',
    );
  }
  if (!start.startsWith('<') && rootPlace(text) < 0) {
    throw new ImportError(
      `The file is not XML: it begins with ${JSON.stringify(start.slice(0, 40))}. WordPress exports begin with "<?xml".`,
    );
  }
}

const withoutMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text);

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Number of characters searched for the beginning of an export. */
const maxPrologLength = 64 * 1024;

/** Offset of `<rss` outside of comments; -1 when it was not found yet. */
function rootPlace(text: string): number {
  const mark = /<!--|<rss[\s>]/g;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] !== '<!--') return found.index;
    const end = text.indexOf('-->', mark.lastIndex);
    if (end < 0) return -1;
    mark.lastIndex = end;
  }
  return -1;
}

/**
 * Removes what a server printed before an export or between its declaration and its root: PHP warnings, blank lines.
 * Line numbers are preserved. `junk` is the removed text, or empty when it was only white space.
 */
function cleanProlog(text: string): { readonly text: string; readonly junk: string } {
  const root = rootPlace(text);
  const prolog = text.slice(0, Math.max(root, 0));
  // A document type is left in place, and is refused later.
  if (/<!doctype/i.test(prolog)) return { text, junk: '' };
  let declaration = '';
  let junk = '';
  for (let at = 0; at < prolog.length; ) {
    const [mark, close] = prolog.startsWith('<!--', at)
      ? (['<!--', '-->'] as const)
      : prolog.startsWith('<?', at)
        ? (['<?', '?>'] as const)
        : (['', ''] as const);
    const end = mark === '' ? -1 : prolog.indexOf(close, at);
    if (end < 0) {
      junk += prolog.charAt(at++);
      continue;
    }
    if (declaration === '' && /^<\?xml\s/.test(prolog.slice(at, at + 6)))
      declaration = prolog.slice(at, end + close.length);
    at = end + close.length;
  }
  if (junk.trim() === '' && (declaration === '' || prolog.startsWith(declaration))) return { text, junk: '' };
  const lines = Math.max(0, prolog.split('\n').length - declaration.split('\n').length);
  return { text: declaration + '\n'.repeat(lines) + text.slice(root), junk: junk.trim() };
}
