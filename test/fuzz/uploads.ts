import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = {
  '2026/01/picture-1.jpg': 3000,
  '2026/01/film.mp4': 100_000,
  '2026/01/notes.txt': 700,
  '2026/01/empty.csv': 0,
} as const;

/** The byte at each offset, so that the range of a partial response can be verified. */
const byteAt = (place: number) => 32 + (place % 91);

/** Writes the uploaded files of the fuzzed site; returns their root-relative URLs. */
export function makeUploads(dataDir: string): string[] {
  return Object.entries(files).map(([name, length]) => {
    const file = join(dataDir, 'media', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      Uint8Array.from({ length }, (_, place) => byteAt(place)),
    );
    return `/wp-content/uploads/${name}`;
  });
}

/** Why a response is not the range in its header, or false. */
export function partFault(contentRange: string, body: Buffer): string | false {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange);
  if (!found) return `a part without its place (${contentRange})`;
  const [first, last, total] = found.slice(1).map(Number) as [number, number, number];
  if (last >= total || body.length !== last - first + 1) return `${body.length} bytes as ${contentRange}`;
  return body.some((byte, place) => byte !== byteAt(first + place)) && `other bytes than ${contentRange}`;
}
