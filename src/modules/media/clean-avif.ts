/** A box of an ISO file. `from`: where its content begins. */
interface Box {
  readonly kind: string;
  readonly from: number;
  readonly end: number;
}

/** Boxes that are looked at, and things that a list of them may name: pictures have a few of each. */
const most = 1000;

function boxes(bytes: Buffer, from: number, end: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= end && found.length < most; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= end;
    const length = short === 0 ? end - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (length < 8 || at + length > end) break;
    found.push({
      kind: bytes.toString('latin1', at + 4, at + 8),
      from: at + (isLong ? 16 : 8),
      end: at + length,
    });
    at += length;
  }
  return found;
}

/** Ids of the things in an AVIF that are EXIF or XMP. */
function metadataIds(bytes: Buffer, info: Box): ReadonlySet<number> {
  const isNarrow = bytes[info.from] === 0;
  const entries = boxes(bytes, info.from + (isNarrow ? 6 : 8), info.end);
  return new Set(
    entries.flatMap(({ kind, from, end }) => {
      const version = bytes[from] ?? 0;
      if (kind !== 'infe' || version < 2 || from + 12 > end) return [];
      const id = version === 2 ? bytes.readUInt16BE(from + 4) : bytes.readUInt32BE(from + 4);
      const at = from + 4 + (version === 2 ? 2 : 4) + 2;
      const type = bytes.toString('latin1', at, at + 4);
      return type === 'Exif' || (type === 'mime' && bytes.toString('latin1', at + 4, end).includes('rdf+xml'))
        ? [id]
        : [];
    }),
  );
}

/** Where the bytes of these things lie. */
function places(
  bytes: Buffer,
  list: Box,
  ids: ReadonlySet<number>,
): (readonly [from: number, end: number])[] {
  const version = bytes[list.from] ?? 0;
  let at = list.from + 4;
  const read = (size: number): number => {
    if (at + size > list.end) throw new RangeError('The list of places ends too early.');
    const value =
      size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const [sizes = 0, further = 0] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    further >> 4,
    version === 0 ? 0 : further & 15,
  ];
  const found: (readonly [number, number])[] = [];
  for (let left = Math.min(read(version < 2 ? 2 : 4), most); left > 0; left--) {
    const id = read(version < 2 ? 2 : 4);
    const isInFile = version === 0 || (read(2) & 15) === 0;
    read(2);
    const base = read(baseSize);
    for (let extents = Math.min(read(2), most); extents > 0; extents--) {
      read(indexSize);
      const from = base + read(offsetSize);
      const end = from + read(lengthSize);
      if (isInFile && ids.has(id) && end <= bytes.length) found.push([from, end]);
    }
  }
  return found;
}

/**
 * An AVIF with nothing but zeros where EXIF and XMP were: everything in it is found by its place, so nothing is cut out. What can't be read stays as it is: the
 * decoder says whether it is a picture.
 */
export function cleanAvif(bytes: Buffer): Buffer {
  try {
    const meta = boxes(bytes, 0, bytes.length).find(({ kind }) => kind === 'meta');
    const inside = meta ? boxes(bytes, meta.from + 4, meta.end) : [];
    const [info, list] = ['iinf', 'iloc'].map((wanted) => inside.find(({ kind }) => kind === wanted));
    const ids = info ? metadataIds(bytes, info) : new Set<number>();
    if (!list || ids.size === 0) return bytes;
    const cleaned = Buffer.from(bytes);
    for (const [from, end] of places(bytes, list, ids)) cleaned.fill(0, from, end);
    return cleaned;
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}
