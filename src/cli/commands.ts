import type { Command } from './command.ts';

/** A command of `npm run broadsheet`, loaded when it is called. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export const commands: Readonly<Record<string, CommandEntry>> = {
  addresses: {
    summary: 'List content hidden by another item with the same address',
    load: async () => (await import('./addresses.ts')).addressesCommand,
  },
  backup: {
    summary: 'Back up database, media, settings and keys to one file',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  comments: {
    summary: 'List comments; approve, edit, mark as spam, or move to trash',
    load: async () => (await import('./comments.ts')).commentsCommand,
  },
  demo: {
    summary: 'Fill an empty site with the demo magazine',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  export: {
    summary: 'Export content as a WordPress file (WXR 1.2)',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  front: {
    summary: 'Pin posts to the front page, and set its breaking line',
    load: async () => (await import('./front.ts')).frontCommand,
  },
  import: {
    summary: 'Import WordPress exports (WXR 1.0 to 1.2)',
    load: async () => (await import('./import.ts')).importCommand,
  },
  jobs: {
    summary: 'List background jobs; retry or drop failed ones',
    load: async () => (await import('./jobs.ts')).jobsCommand,
  },
  media: {
    summary: 'Add media files; check and regenerate image sizes',
    load: async () => (await import('./media.ts')).mediaCommand,
  },
  push: {
    summary: 'Send a push message to all subscribers',
    load: async () => (await import('./push.ts')).pushCommand,
  },
  redirect: {
    summary: 'Manage redirects',
    load: async () => (await import('./redirect.ts')).redirectCommand,
  },
  reindex: {
    summary: 'Rebuild the search index',
    load: async () => (await import('./reindex.ts')).reindexCommand,
  },
  restore: {
    summary: 'Restore a backup into either kind of database',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  role: {
    summary: 'List roles and their capabilities; create, change and delete roles',
    load: async () => (await import('./role.ts')).roleCommand,
  },
  settings: {
    summary: 'Show and change the settings of the site',
    load: async () => (await import('./settings.ts')).settingsCommand,
  },
  share: {
    summary: 'Share drafts by a private link that can be revoked',
    load: async () => (await import('./share.ts')).shareCommand,
  },
  template: {
    summary: 'List, edit, restore, export and import templates',
    load: async () => (await import('./template.ts')).templateCommand,
  },
  theme: {
    summary: 'Choose a look, customize it, export and import it',
    load: async () => (await import('./theme.ts')).themeCommand,
  },
  types: {
    summary: 'List post types, and switch on ready ones: reviews, events, recipes, podcast',
    load: async () => (await import('./types.ts')).typesCommand,
  },
  user: {
    summary: 'Create and manage users: roles, passwords, invitations, sessions',
    load: async () => (await import('./user.ts')).userCommand,
  },
  widgets: {
    summary: 'List, import and reset the widgets of sidebars and footer',
    load: async () => (await import('./widgets.ts')).widgetsCommand,
  },
};
