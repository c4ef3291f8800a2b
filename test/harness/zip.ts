import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly isStored?: boolean;
  /** Unix mode; a regular file by default. */
  readonly mode?: number;
  /** Values of the central directory that differ from the data. */
  readonly states?: {
    readonly size?: number;
    readonly crc?: number;
    readonly flags?: number;
    readonly method?: number;
  };
  /** Shares the data of the entry with this index. */
  readonly dataOf?: number;
}

/** A ZIP file, with any names, modes and stated sizes. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const [
    index,
    { name, bytes, isStored = false, mode = 0o100644, states = {}, dataOf },
  ] of entries.entries()) {
    const data = Buffer.from(bytes);
    const packed = isStored ? data : deflateRawSync(data);
    const method = states.method ?? (isStored ? 0 : 8);
    const fileName = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x800 | (states.flags ?? 0), 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt32LE(states.crc ?? crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(states.size ?? data.length, 18);
    head.writeUInt16LE(fileName.length, 22);
    offsets[index] = dataOf === undefined ? offset : (offsets[dataOf] ?? 0);
    if (dataOf === undefined) {
      const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, fileName, packed]);
      parts.push(local);
      offset += local.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offsets[index] ?? 0, 10);
    const madeBy = Buffer.from([20, 3]);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, head, tail, fileName]));
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006'), end]);
}
