import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** All files under the given paths (relative to root; missing ones and packages are ignored), sorted, with `/` as separator. */
export function listFiles(root, paths, accepts = () => true) {
  const files = [];
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(root, path))) if (name !== 'node_modules') visit(join(path, name));
    } else if (stat.isFile()) {
      const name = path.split(sep).join('/');
      if (accepts(name)) files.push({ name, size: stat.size, changed: `${stat.mtimeMs} ${stat.ctimeMs}` });
    }
  };
  for (const path of paths) visit(path);
  files.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return files;
}

/** Hash of names, contents and other inputs (`extra`, a list of strings). */
function contentHash(root, files, extra = []) {
  const hash = createHash('sha256').update(JSON.stringify(extra));
  for (const file of files) {
    const content = readFileSync(join(root, file.name));
    hash.update(`\n${file.name} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Hash of names, sizes and times: if equal, the files are unchanged; otherwise contents must be compared. */
function quickHash(files, extra = []) {
  const hash = createHash('sha256').update(JSON.stringify(extra));
  for (const file of files) hash.update(`\n${file.name} ${file.size} ${file.changed}`);
  return hash.digest('hex');
}

export function readStamp(path) {
  try {
    const stamp = JSON.parse(readFileSync(path, 'utf8'));
    return typeof stamp?.hash === 'string' ? stamp : null;
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Records that a step is complete; written last, so that an interrupted step is repeated. */
export function writeStamp(path, stamp) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(stamp)}\n`);
}

export function removeStamp(path) {
  rmSync(path, { force: true });
}

/**
 * Compares inputs with a stamp. `fresh`: the step can be skipped. `stamp()` returns the stamp to write afterwards, from
 * contents read before the step, so that a file changed in the meantime makes it run again.
 */
export function compareWithStamp(root, stampPath, files, extra = []) {
  const recorded = readStamp(stampPath);
  const quick = quickHash(files, extra);
  if (recorded?.quick === quick) return { fresh: true, stamp: recorded };
  const hash = contentHash(root, files, extra);
  const stamp = { hash, quick };
  return { fresh: recorded?.hash === hash, stamp };
}
