/** What a new site can start with. */
export const installContents = ['demo', 'import', 'empty'] as const;
export type InstallContent = (typeof installContents)[number];
