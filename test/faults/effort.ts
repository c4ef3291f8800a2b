/** Whether the long form runs (`npm run bench -- faults`) instead of the short one (`npm test`). */
export const long = process.env.BROADSHEET_FAULTS === 'long';

/** Seed of this run; `BROADSHEET_SEED` repeats one. */
export const seed = Number(process.env.BROADSHEET_SEED ?? 1);

/** In the long form, prints a test's figures for docs/reliability.md: `report('killed on sqlite', { kills: 25 })`. */
export function report(what: string, figures: Readonly<Record<string, number>>): void {
  if (long)
    console.log(
      `${what}: ${Object.entries(figures)
        .map(([name, value]) => `${value} ${name}`)
        .join(', ')}`,
    );
}
