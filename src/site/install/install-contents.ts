/** Possible first contents of a new site. */
export const installContents = ['demo', 'import', 'empty'] as const;
export type InstallContent = (typeof installContents)[number];
