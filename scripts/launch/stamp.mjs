import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Every file under the given paths (relative to root, files or folders; missing ones and packages are left out), sorted, with `/` as separator. */
export function listFiles(root, paths, keep = () => true) {
  const files = [];
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(root, path))) if (name !== 'node_modules') visit(join(path, name));
    } else if (stat.isFile()) {
      const name = path.split(sep).join('/');
      if (keep(name)) files.push({ name, size: stat.size, changed: `${stat.mtimeMs} ${stat.ctimeMs}` });
    }
  };
  for (const path of paths) visit(path);
  files.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return files;
}

/** Hash over names and contents, and over whatever else decides the result (`extra`, a list of strings). */
function contentHash(root, files, extra = []) {
  const hash = createHash('sha256').update(JSON.stringify(extra));
  for (const file of files) {
    const content = readFileSync(join(root, file.name));
    hash.update(`\n${file.name} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Hash over names, sizes and times: equal means unchanged, different means that contents must be compared. */
function quickHash(files, extra = []) {
  const hash = createHash('sha256').update(JSON.stringify(extra));
  for (const file of files) hash.update(`\n${file.name} ${file.size} ${file.changed}`);
  return hash.digest('hex');
}

/** What the stamp file records, or null when there is none or it is damaged (the step then runs again). */
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

/** Forgets that a step was complete, before it is repeated. */
export function removeStamp(path) {
  rmSync(path, { force: true });
}

/**
 * Compares inputs with a stamp. `fresh` says whether the step may be skipped; `stamp()` gives what to write after it ran,
 * from contents as they were before, so that a file changed meanwhile makes the step run again.
 */
export function compareWithStamp(root, stampPath, files, extra = []) {
  const recorded = readStamp(stampPath);
  const quick = quickHash(files, extra);
  if (recorded?.quick === quick) return { fresh: true, stamp: recorded };
  const hash = contentHash(root, files, extra);
  const stamp = { hash, quick };
  return { fresh: recorded?.hash === hash, stamp };
}
