import { existsSync } from 'node:fs';

/** `shell` is the same engine without windows, tabs and notifications, for half the CPU of `whole`, the browser that users have. */
export type ChromiumKind = 'shell' | 'whole';

const kinds: readonly string[] = ['shell', 'whole'] satisfies readonly ChromiumKind[];

/** The kind that BROADSHEET_BROWSER forces on all tests; undefined: the shell where there is one. Throws on any other value. */
export function forcedKind(env: NodeJS.ProcessEnv = process.env): ChromiumKind | undefined {
  const value = env.BROADSHEET_BROWSER || undefined;
  if (value !== undefined && !kinds.includes(value))
    throw new Error(
      `BROADSHEET_BROWSER is "${value}". Set it to "shell" or "whole", or unset it to use the shell where it is installed.`,
    );
  return value as ChromiumKind | undefined;
}

/**
 * The program to start: CHROMIUM_PATH or the system's Chromium, or the shell that Debian installs next to it. A test that needs the `whole` browser always
 * gets it. Throws if the program is missing.
 */
export function browserPath(kind: ChromiumKind, env: NodeJS.ProcessEnv = process.env): string {
  const forced = forcedKind(env);
  const program = env.CHROMIUM_PATH || '/usr/bin/chromium';
  if (!existsSync(program))
    throw new Error(`Chromium is not at ${program}: install the package "chromium", or set CHROMIUM_PATH.`);
  const isShell = program.endsWith('headless-shell');
  if (kind === 'whole' || forced === 'whole') {
    if (isShell)
      throw new Error(
        `CHROMIUM_PATH must be a whole Chromium: ${program} has no windows and shows no notifications.`,
      );
    return program;
  }
  if (isShell) return program;
  const shell = `${program}-headless-shell`;
  if (existsSync(shell)) return shell;
  if (forced === 'shell')
    throw new Error(
      `BROADSHEET_BROWSER is "shell", but there is no ${shell}: install the package "chromium-headless-shell".`,
    );
  return program;
}
