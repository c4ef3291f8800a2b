/** The event by which a form asks for another page of accounts; `detail` is its address. Who shows it prevents the default. */
export const accountPage = 'broadsheet:account-page';
