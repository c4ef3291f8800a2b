import { open } from 'node:fs/promises';

/** Writes the folder's entries to disk, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
