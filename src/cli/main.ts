import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { startQuickly } from '../lib/node-tuning.ts';
import { describeStartFault } from './start-faults.ts';

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (isHelp(name)) {
    console.log(overview());
    return 0;
  }
  const entry = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    console.error(
      `${name === undefined ? 'No command given.' : `Unknown command "${name}".`}\n\n${overview()}`,
    );
    return 2;
  }
  const command = await entry.load();
  if (args.some(isHelp)) {
    console.log(`${entry.summary}\n\n${command.usage}`);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${command.usage}`);
      return 2;
    }
    console.error(describeStartFault(error));
    return 1;
  }
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'Usage: npm run broadsheet -- <command> [options]',
    '',
    'Commands:',
    ...lines,
    '',
    'Use npm run broadsheet -- <command> --help for details.',
  ].join('\n');
}

startQuickly();
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
