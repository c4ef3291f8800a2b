/** What the first bytes of files of a type say, in Latin-1; `at` is where. */
interface Mark {
  readonly at: number;
  readonly bytes: string;
}
const mark = (bytes: string, at = 0): Mark => ({ at, bytes });

const iso = [mark('ftyp', 4)];
const quickTime = [
  ...iso,
  mark('moov', 4),
  mark('mdat', 4),
  mark('wide', 4),
  mark('free', 4),
  mark('skip', 4),
];
const ogg = [mark('OggS')];
const zip = [mark('PK\x03\x04'), mark('PK\x05\x06')];
const marks: Readonly<Record<string, readonly Mark[]>> = {
  mp4: iso,
  m4v: iso,
  m4a: iso,
  mov: quickTime,
  webm: [mark('\x1aE\xdf\xa3')],
  ogv: ogg,
  ogg,
  oga: ogg,
  wav: [mark('WAVE', 8)],
  flac: [mark('fLaC'), mark('ID3')],
  pdf: [mark('%PDF-')],
  zip,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  epub: zip,
};
/** Endings of files that are text. */
const texts: ReadonlySet<string> = new Set(['txt', 'csv', 'vtt']);

/** Bytes at the beginning of a file that tell its kind. */
export const kindBytes = 4096;

/**
 * Whether a file that is no picture begins as one with this ending does: `head` holds its first `kindBytes`. Sound may begin with anything that players skip,
 * so of MP3 only what is surely another file is none.
 */
export function fitsEnding(head: Uint8Array, ending: string): boolean {
  const latin = Buffer.from(head).toString('latin1');
  if (texts.has(ending)) return !latin.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(latin);
  if (ending === 'mp3')
    return (
      latin.startsWith('ID3') ||
      head.some((byte, at) => byte === 0xff && ((head[at + 1] ?? 0) & 0xe0) === 0xe0)
    );
  const known = marks[ending];
  return known === undefined || known.some(({ at, bytes }) => latin.startsWith(bytes, at));
}
