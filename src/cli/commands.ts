import type { Command } from './command.ts';

/** A command of `npm run broadsheet`, loaded when it is called. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export const commands: Readonly<Record<string, CommandEntry>> = {
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
