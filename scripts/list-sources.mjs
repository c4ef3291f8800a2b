// The files of the house, as checks and builds look at them: never those of packages, which lie in src, too (src/newsroom/node_modules).
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files below these folders of `root`, relative to it, with `/`, in order of their names; of folders that are there. */
export function listSources(root, folders) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') walk(`${folder}/${entry.name}`);
      } else if (entry.isFile()) found.push(`${folder}/${entry.name}`);
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(folder);
  return found.toSorted();
}
