// `npm run dev`: builds as for production (about a second; same chunks and content security policy), serves, and
// repeats both when a file in src/ or demo/ changes. A failed build leaves the old server running.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectAdminBuild, inspectAdminPackages } from './launch/admin.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const settleMs = 150;
/** Whether to build the newsroom in the background, which requires its packages. */
const buildsAdmin = () => inspectAdminPackages(root).fresh && !inspectAdminBuild(root).fresh;

let server;
let stopping = false;

function node(args) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

const ended = (child) =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null
      ? child.once('exit', resolve)
      : resolve(child.exitCode),
  );

async function stopServer() {
  if (!server) return;
  const running = server;
  server = undefined;
  running.kill('SIGTERM');
  await ended(running);
}

async function rebuild() {
  const code = await ended(node([join(root, 'scripts', 'build.mjs')]));
  if (stopping) return;
  if (code !== 0) {
    console.error('The build failed; waiting for the next change.');
    return;
  }
  await stopServer();
  server = node([join(root, 'dist', 'server', 'main.js')]);
  if (buildsAdmin()) await ended(node([join(root, 'scripts', 'launch', 'make-admin.mjs')]));
}

// Rebuilds run one after the other; changes in quick succession share one.
let work = rebuild();
let timer;
const watched = new Set();

/** Watches a folder and its subfolders one by one: on Linux a recursive watch loses a file that an editor replaces. */
function watchFolder(folder) {
  if (watched.has(folder)) return;
  watched.add(folder);
  const watcher = watch(folder, (_event, file) => {
    if (!existsSync(folder)) {
      watched.delete(folder);
      watcher.close();
    } else watchFoldersIn(folder); // it may be new
    if (file && /\.test\.tsx?$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebuild);
    }, settleMs);
  });
  watcher.on('error', () => watched.delete(folder)); // it was deleted; the parent folder reports that
  watchFoldersIn(folder);
}

function watchFoldersIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'node_modules') watchFolder(join(folder, entry.name));
  }
}

for (const folder of ['src', 'demo'].map((name) => join(root, name)).filter((path) => existsSync(path)))
  watchFolder(folder);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    stopping = true;
    await stopServer();
    process.exit(0);
  });
}
