import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, posix } from 'node:path';
import { listFiles } from './stamp.mjs';

const TEST = /\.test\.(?:tsx?|mjs)$/;
const SOURCE = /\.(?:m?[jt]s|tsx)$/;
const IMPORT =
  /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s*)?['"](\.[^'"]+)|\bimport\(\s*['"](\.[^'"]+)|\bnew URL\(\s*['"](\.[^'"]+)/gm;

/** Tests of served sites, pages and processes. */
const SERVED = /^(?:test\/(?!harness\/)|demo\/)|\.e2e\.test\./;
/** A test or helper that reads the build or starts a browser. */
const NAMES_BUILD = /\bdist\b|dist-admin|\.admin\b|chromium/i;
/** Reads the build's scripts, styles and fonts for pages. */
const ASSETS = 'src/theme/client-assets.server.ts';
/** REST routes without pages: their tests do not depend on ASSETS. */
const NO_PAGES = 'test/harness/rest-app.ts';
const DATABASES = ['test/harness/databases.ts', 'test/harness/postgres-cluster.ts'];

const EVERYTHING = { postgres: true, build: true };

/** The arguments of `npm test -- …` that select files, or null if one may be the value of an option. */
export function filtersOf(args) {
  const filters = [];
  for (let at = 0; at < args.length; at++) {
    if (!args[at].startsWith('-')) filters.push(args[at]);
    else if (/^(?:-t|--testNamePattern)$/.test(args[at])) at++;
    else if (!args[at].includes('=') && args[at + 1] !== undefined && !args[at + 1].startsWith('-'))
      return null;
  }
  return filters;
}

/** The test files that Vitest selects by these filters: parts of an absolute path, optionally with a line number. */
export function selectTests(root, filters) {
  const parts = filters.flatMap((filter) => {
    const path = filter.replace(/:\d+$/, '');
    return [path, isAbsolute(path) ? path : posix.normalize(path)].map((part) => part.toLowerCase());
  });
  return listFiles(root, ['src', 'test', 'scripts', 'demo'], (name) => TEST.test(name))
    .map(({ name }) => name)
    .filter((name) => parts.some((part) => posix.join(root, name).toLowerCase().includes(part)));
}

/** All files that these import, including themselves. */
function reach(root, files) {
  const reached = new Set(files);
  for (const file of reached) {
    if (!SOURCE.test(file) || !existsSync(join(root, file))) continue;
    for (const [, first, second, third] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const imported = posix.join(posix.dirname(file), (first ?? second ?? third).split('?')[0]);
      if (file !== NO_PAGES || imported.startsWith('test/')) reached.add(imported);
    }
  }
  return reached;
}

const isOfTests = (file) => TEST.test(file) || file.startsWith('test/');

/** Whether the selected tests need PostgreSQL, Chromium and the builds of site and newsroom. Without a selection, everything. */
export function testNeeds(root, filters) {
  const files = filters === null ? [] : selectTests(root, filters);
  if (files.length === 0 || files.some((file) => SERVED.test(file))) return EVERYTHING;
  const reached = [...reach(root, files)];
  const namesBuild = (file) =>
    isOfTests(file) &&
    existsSync(join(root, file)) &&
    NAMES_BUILD.test(readFileSync(join(root, file), 'utf8'));
  return {
    postgres: reached.some((file) => DATABASES.includes(file)),
    build: reached.includes(ASSETS) || reached.some(namesBuild),
  };
}
