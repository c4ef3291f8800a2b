/** Contains the user's public name for scripts on pages cached for all visitors. It grants no permissions. */
export const nameCookie = 'broadsheet_name';
