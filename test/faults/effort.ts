/** Whether this is the long form of the fault tests, `npm run bench -- faults`; `npm test` runs the short one. */
export const long = process.env.BROADSHEET_FAULTS === 'long';

/** Where the random numbers of this run begin; `BROADSHEET_SEED` repeats one. */
export const seed = Number(process.env.BROADSHEET_SEED ?? 1);
