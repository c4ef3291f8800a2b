import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { copyWhole } from '../kernel/part-files.ts';
import { distFolder } from '../theme/client-assets.server.ts';

/** MIME type and dimensions in pixels of the files in `demo/pictures/`, by extension. */
const kinds = {
  '.webp': { mimeType: 'image/webp', width: 1600, height: 1067 },
  '.webm': { mimeType: 'video/webm', width: 640, height: 360 },
} as const;

/** Width and height of portraits in pixels. */
const portraitSize = 400;
const portraitPrefix = 'portrait-';

export interface DemoFile {
  readonly file: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

export const portraitName = (authorSlug: string): string => portraitPrefix + authorSlug;

export function demoFileKind(fileName: string): Pick<DemoFile, 'mimeType' | 'width' | 'height'> | undefined {
  const { ext } = parse(fileName);
  if (ext !== '.webp' && ext !== '.webm') return undefined;
  if (!fileName.startsWith(portraitPrefix)) return kinds[ext];
  return { ...kinds[ext], width: portraitSize, height: portraitSize };
}

/** Copies all demo files into the uploads folder of the month of `now`, and adds each to `copied`, by name. */
export async function copyDemoFiles(
  dataDir: string,
  now: number,
  copied: Map<string, DemoFile>,
): Promise<void> {
  const from = join(distFolder(), '..', 'demo', 'pictures');
  const month = new Date(now).toISOString().slice(0, 7).replace('-', '/');
  await mkdir(join(dataDir, 'media', month), { recursive: true });
  for (const fileName of await readdir(from)) {
    const kind = demoFileKind(fileName);
    if (!kind) continue;
    const file = freePath(dataDir, month, fileName);
    await copyWhole(dataDir, join(dataDir, 'media', file), join(from, fileName));
    const { size } = await stat(join(from, fileName));
    copied.set(parse(fileName).name, { ...kind, file, bytes: size });
  }
}

/** An unused path below the uploads folder: a site without posts may already have files. */
function freePath(dataDir: string, month: string, fileName: string): string {
  const { name, ext } = parse(fileName);
  for (let number = 0; ; number++) {
    const path = `${month}/${name}${number === 0 ? '' : `-${number}`}${ext}`;
    if (!existsSync(join(dataDir, 'media', path))) return path;
  }
}
