/** Holds the public name of who is signed in, for pages that are the same for everybody. Scripts read it; it opens nothing. */
export const nameCookie = 'broadsheet_name';
