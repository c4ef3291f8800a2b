/**
 * Few rows that contain each pair of choices at least once: `{ look: ['a', 'b'], width: [375, 1280] }` gives `[{ look:
 * 'a', width: 375 }, …]`. Deterministic. `fits(row)` excludes impossible pairs, given rows of two or all choices.
 */
export function pairwise(choices, fits = () => true) {
  const names = Object.keys(choices);
  const keyOf = (row) => JSON.stringify(names.filter((name) => name in row).map((name) => [name, row[name]]));
  const pairsOf = (row) =>
    names
      .filter((name) => name in row)
      .flatMap((one, at, known) =>
        known.slice(at + 1).map((other) => keyOf({ [one]: row[one], [other]: row[other] })),
      );
  const open = new Set(
    names.flatMap((one, at) =>
      names.slice(at + 1).flatMap((other) =>
        choices[one].flatMap((a) =>
          choices[other]
            .map((b) => ({ [one]: a, [other]: b }))
            .filter((pair) => fits(pair))
            .map(keyOf),
        ),
      ),
    ),
  );
  const gain = (row) => pairsOf(row).filter((key) => open.has(key)).length;
  const rows = [];
  while (open.size > 0) {
    let row = Object.fromEntries(JSON.parse(open.values().next().value));
    for (const name of names) {
      if (name in row) continue;
      const [best] = choices[name]
        .map((choice) => ({ ...row, [name]: choice }))
        .filter((next) => fits(next))
        .toSorted((a, b) => gain(b) - gain(a));
      row = best ?? { ...row, [name]: choices[name][0] };
    }
    for (const key of pairsOf(row)) open.delete(key);
    rows.push(row);
  }
  return rows;
}
