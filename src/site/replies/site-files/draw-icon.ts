import { crc32, deflateSync } from 'node:zlib';

/** Rows of the drawn icon's grid of 16: three printed lines, the last one shorter, as [top, bottom, right). */
const printed = [
  [4, 6, 13],
  [7.5, 9.5, 13],
  [11, 13, 9],
] as const;
const left = 3;

/** A square in a colour (`#rgb` or `#rrggbb`) with three printed lines, as a PNG of `size` by `size` pixels. The same drawing as the icon in heads. */
export function drawIcon(size: number, color: string): Buffer {
  const paper = colorBytes(color);
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y++) {
    const row = Buffer.alloc(1 + size * 3); // the filter's byte, 0, then a pixel of three bytes each
    for (let x = 0; x < size; x++) {
      const [gridX, gridY] = [((x + 0.5) * 16) / size, ((y + 0.5) * 16) / size];
      const ink = printed.some(
        ([top, bottom, right]) => gridY >= top && gridY < bottom && gridX >= left && gridX < right,
      );
      (ink ? Buffer.from([255, 255, 255]) : paper).copy(row, 1 + x * 3);
    }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8); // eight bits a channel, red green blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function colorBytes(color: string): Buffer {
  const digits = color.slice(1);
  return Buffer.from(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 'hex');
}

/** An ICO file that holds one PNG. */
export function icoFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(24, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
