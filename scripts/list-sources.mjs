// The source files for checks and builds, without packages (src/newsroom/node_modules).
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Sorted paths of all files below these folders, relative to `root` with `/`; missing folders are ignored. */
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
