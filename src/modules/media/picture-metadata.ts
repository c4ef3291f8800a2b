/** Tags of EXIF that stay: what it is called, how the camera was held, who made it, whose it is. Places, thumbnails and serial numbers are among the others. */
const keptTags: ReadonlySet<number> = new Set([0x010e, 0x0112, 0x013b, 0x8298]);
const orientationTag = 0x0112;
/** Longest text of one tag, in bytes. */
const longestText = 4000;
/** How many tags a directory may have: more are no camera's. */
const mostTags = 1000;
const shortType = 3;
const asciiType = 2;

interface Tag {
  readonly id: number;
  /** Of `orientationTag` a number, of the others a text. */
  readonly value: number | Buffer;
}

/** Those tags of the first directory of a TIFF block that stay; none of what can't be read. */
function readTags(tiff: Buffer): Tag[] {
  const isLittle = tiff.subarray(0, 4).equals(Buffer.from('II*\0', 'latin1'));
  if (tiff.length < 14 || (!isLittle && !tiff.subarray(0, 4).equals(Buffer.from('MM\0*', 'latin1'))))
    return [];
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (directory + 2 > tiff.length) return [];
  const count = Math.min(short(directory), mostTags, Math.floor((tiff.length - directory - 2) / 12));
  return Array.from({ length: count }, (_, index) => directory + 2 + index * 12).flatMap((at): Tag[] => {
    const [id, type, length] = [short(at), short(at + 2), long(at + 4)];
    if (!keptTags.has(id)) return [];
    if (id === orientationTag) return type === shortType ? [{ id, value: short(at + 8) }] : [];
    const from = length <= 4 ? at + 8 : long(at + 8);
    return type === asciiType && length <= longestText && from + length <= tiff.length
      ? [{ id, value: Buffer.from(tiff.subarray(from, from + length)) }]
      : [];
  });
}

/** A TIFF block of these tags, in our own order; empty without tags that say something. */
function writeTags(tags: readonly Tag[]): Buffer {
  const isSaid = ({ id, value }: Tag) =>
    typeof value === 'number'
      ? id === orientationTag && value >= 2 && value <= 8
      : value.some((byte) => byte > 0x20);
  const said = tags.filter(isSaid).toSorted((a, b) => a.id - b.id);
  if (said.length === 0) return Buffer.alloc(0);
  const head = Buffer.alloc(8 + 2 + said.length * 12 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(said.length, 8);
  const texts: Buffer[] = [];
  let end = head.length;
  for (const [index, { id, value }] of said.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(id, at);
    head.writeUInt16LE(typeof value === 'number' ? shortType : asciiType, at + 2);
    head.writeUInt32LE(typeof value === 'number' ? 1 : value.length, at + 4);
    if (typeof value === 'number') head.writeUInt16LE(value, at + 8);
    else if (value.length <= 4) value.copy(head, at + 8);
    else {
      head.writeUInt32LE(end, at + 8);
      texts.push(value);
      end += value.length;
    }
  }
  return Buffer.concat([head, ...texts]);
}

/** The EXIF of a picture (a TIFF block) without places and what else only its camera cares for; empty where nothing is left. */
export function withoutPlaces(tiff: Buffer): Buffer {
  return writeTags(readTags(tiff));
}

/** Whether a TIFF block is one that `withoutPlaces` leaves, and says that the picture is turned. */
export function isTurnedByUs(tiff: Buffer): boolean {
  return withoutPlaces(tiff).equals(tiff) && readTags(tiff).some(({ id }) => id === orientationTag);
}

/** The same block, of a picture whose pixels were turned. */
export function asTurned(tiff: Buffer): Buffer {
  return writeTags(readTags(tiff).filter(({ id }) => id !== orientationTag));
}

/** Whether a text of XMP tells where a picture was made. */
export function tellsPlace(xmp: Buffer): boolean {
  return /GPS|LocationCreated|LocationShown/.test(xmp.toString('latin1'));
}
