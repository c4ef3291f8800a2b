/** Holds the public name of the user, which scripts show on pages that are cached for all. It grants nothing. */
export const nameCookie = 'broadsheet_name';
