import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder; 0 if there is no folder, undefined if a file can't be read or counting takes longer than `timeoutMs`. */
export async function folderBytes(folder: string, timeoutMs: number): Promise<number | undefined> {
  const end = performance.now() + timeoutMs;
  let total = 0;
  const left = [folder];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        if (performance.now() > end) return undefined;
        const path = join(next, entry.name);
        if (entry.isDirectory()) left.push(path);
        else if (entry.isFile()) total += await fileBytes(path);
      }
    } catch (error) {
      if (!isMissing(error)) return undefined;
    }
  }
  return total;
}

async function fileBytes(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** Files and folders may be deleted while others are counted. */
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
