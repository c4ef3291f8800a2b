import { existsSync } from 'node:fs';

/** `shell` is the same engine without windows, tabs and notifications, with half the CPU time of `whole`, the users' browser. */
export type ChromiumKind = 'shell' | 'whole';

const kinds: readonly string[] = ['shell', 'whole'] satisfies readonly ChromiumKind[];

/** The kind forced by BROADSHEET_BROWSER; undefined for the default, a shell if installed. Throws on any other value. */
export function forcedKind(env: NodeJS.ProcessEnv = process.env): ChromiumKind | undefined {
  const value = env.BROADSHEET_BROWSER || undefined;
  if (value !== undefined && !kinds.includes(value))
    throw new Error(
      `BROADSHEET_BROWSER is "${value}". Set it to "shell" or "whole", or unset it to use the shell where it is installed.`,
    );
  return value as ChromiumKind | undefined;
}

/**
 * The program to start: CHROMIUM_PATH, the system's Chromium, or Debian's shell next to it. Tests that need the `whole`
 * browser get it. Throws if it is missing.
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
