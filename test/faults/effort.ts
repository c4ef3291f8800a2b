/** Whether this is the long form of the fault tests, `npm run bench -- faults`; `npm test` runs the short one. */
export const long = process.env.BROADSHEET_FAULTS === 'long';

/** Where the random numbers of this run begin; `BROADSHEET_SEED` repeats one. */
export const seed = Number(process.env.BROADSHEET_SEED ?? 1);

/** In the long form says in a line what a test did, for the table of docs/reliability.md: `report('killed on sqlite', { kills: 25 })`. */
export function report(what: string, figures: Readonly<Record<string, number>>): void {
  if (long)
    console.log(
      `${what}: ${Object.entries(figures)
        .map(([name, value]) => `${value} ${name}`)
        .join(', ')}`,
    );
}
