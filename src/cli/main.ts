import { BroadsheetError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';

/** One file a command; loaded only when it is asked for. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./demo.ts')).demoCommand,
  import: async () => (await import('./import.ts')).importCommand,
};

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (isHelp(name)) {
    console.log(await overview());
    return 0;
  }
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    console.error(`${name === undefined ? 'No command given.' : `There is no command "${name}".`}\n\n${await overview()}`);
    return 2;
  }
  const command = await load();
  if (args.some(isHelp)) {
    console.log(`${command.summary}\n\n${command.usage}`);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${command.usage}`);
      return 2;
    }
    if (!(error instanceof BroadsheetError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function overview(): Promise<string> {
  const lines = await Promise.all(Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(10)} ${(await load()).summary}`));
  return ['Usage: npm run broadsheet -- <command> [options]', '', 'Commands:', ...lines, '', 'npm run broadsheet -- <command> --help tells more.'].join('\n');
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
