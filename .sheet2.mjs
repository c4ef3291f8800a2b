import sharp from 'sharp'; import { readdirSync } from 'node:fs';
const [, , suffix, out, ...only] = process.argv; const dir = '/tmp/h/tmp-edj/shots/';
const files = readdirSync(dir).filter((f) => f.startsWith('x-') && f.endsWith(suffix + '.png') && (only.length === 0 || only.some((o) => f.includes(o))));
const parts = await Promise.all(files.map(async (f, i) => ({ input: await sharp(dir + f).resize(375, 812, { fit: 'cover', position: 'top' }).toBuffer(), left: (i % 5) * 385, top: Math.floor(i / 5) * 822 })));
await sharp({ create: { width: Math.min(5, files.length) * 385, height: Math.ceil(files.length / 5) * 822, channels: 3, background: '#f0f' } }).composite(parts).png({ palette: true }).toFile(out); console.log(files.join(' '));
