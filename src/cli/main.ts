import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { startQuickly } from '../lib/node-tuning.ts';
import { describeStartFault } from './start-faults.ts';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Commands are loaded only when called, so their summaries are listed here. */
const commands: Readonly<Record<string, Entry>> = {
  addresses: {
    summary: 'Name what is hidden by something that has the same address',
    load: async () => (await import('./addresses.ts')).addressesCommand,
  },
  backup: {
    summary: 'Write database, media, settings and keys into one file',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  comments: {
    summary: 'Look at comments; approve them, mark them as spam, throw them away',
    load: async () => (await import('./comments.ts')).commentsCommand,
  },
  demo: {
    summary: 'Fill an empty site with the demo magazine',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  front: {
    summary: 'Pin posts to the lead package of the front page',
    load: async () => (await import('./front.ts')).frontCommand,
  },
  import: {
    summary: 'Import WordPress exports (WXR 1.0 to 1.2)',
    load: async () => (await import('./import.ts')).importCommand,
  },
  jobs: {
    summary: 'Look at what is done behind the site; try again what failed, or drop it',
    load: async () => (await import('./jobs.ts')).jobsCommand,
  },
  media: {
    summary: 'Add pictures and files, and look after the sizes of pictures',
    load: async () => (await import('./media.ts')).mediaCommand,
  },
  redirect: {
    summary: 'Send readers of one address to another',
    load: async () => (await import('./redirect.ts')).redirectCommand,
  },
  reindex: {
    summary: 'Make the search index anew',
    load: async () => (await import('./reindex.ts')).reindexCommand,
  },
  restore: {
    summary: 'Put a backup back, into either kind of database',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  role: {
    summary: 'Look at what roles allow; make, change and delete roles',
    load: async () => (await import('./role.ts')).roleCommand,
  },
  settings: {
    summary: 'Show the settings of the site, and change them',
    load: async () => (await import('./settings.ts')).settingsCommand,
  },
  share: {
    summary: 'Let somebody without an account read a draft, by a link that can be taken back',
    load: async () => (await import('./share.ts')).shareCommand,
  },
  template: {
    summary: 'Look at templates, save them, and bring back what they were',
    load: async () => (await import('./template.ts')).templateCommand,
  },
  theme: {
    summary: 'Choose a look, change parts of it, take it along in a file',
    load: async () => (await import('./theme.ts')).themeCommand,
  },
  user: {
    summary: 'Make accounts, give them roles and passwords, invite and sign out their owners',
    load: async () => (await import('./user.ts')).userCommand,
  },
};

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (isHelp(name)) {
    console.log(overview());
    return 0;
  }
  const entry = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    console.error(
      `${name === undefined ? 'No command given.' : `There is no command "${name}".`}\n\n${overview()}`,
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
    'npm run broadsheet -- <command> --help tells more.',
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
