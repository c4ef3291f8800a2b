import { statfs } from 'node:fs/promises';

/** A disk with less counts as full: SQLite's log and the next upload have no room. */
export const minFreeBytes = 8 * 2 ** 20;

/** Bytes that the disk of a folder has left for this account. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
