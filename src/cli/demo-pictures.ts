import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { copyWhole } from '../kernel/part-files.ts';
import { distFolder } from '../theme/client-assets.server.ts';

/** Type and pixels of the files in `demo/pictures/`, by their ending. */
const kinds = {
  '.webp': { mimeType: 'image/webp', width: 1600, height: 1067 },
  '.webm': { mimeType: 'video/webm', width: 640, height: 360 },
} as const;

/** Side of an author's portrait in pixels. */
const portraitSize = 400;
const portraitPrefix = 'portrait-';

/** A picture or film of the demo, copied into the uploads folder. */
export interface DemoFile {
  /** Path below the uploads folder. */
  readonly file: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** Name of an author's portrait. */
export const portraitName = (authorSlug: string): string => portraitPrefix + authorSlug;

/** Type and pixels of a file in `demo/pictures/`; undefined for other files. */
export function demoFileKind(fileName: string): Pick<DemoFile, 'mimeType' | 'width' | 'height'> | undefined {
  const { ext } = parse(fileName);
  if (ext !== '.webp' && ext !== '.webm') return undefined;
  if (!fileName.startsWith(portraitPrefix)) return kinds[ext];
  return { ...kinds[ext], width: portraitSize, height: portraitSize };
}

/** Copies all pictures and films of the demo into the uploads folder of the month `now`, and adds each to `copied`, by name. */
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

/** A path below the uploads folder that nothing has: a site without posts may have files. */
function freePath(dataDir: string, month: string, fileName: string): string {
  const { name, ext } = parse(fileName);
  for (let number = 0; ; number++) {
    const path = `${month}/${name}${number === 0 ? '' : `-${number}`}${ext}`;
    if (!existsSync(join(dataDir, 'media', path))) return path;
  }
}
