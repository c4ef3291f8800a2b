/** The tree of a menu as a list in order, each row with its level. Functions return a new list, or undefined if nothing changes. */
export interface Placed {
  readonly key: string;
  /** 0: top level. */
  readonly depth: number;
}

export type Move = 'up' | 'down' | 'in' | 'out';

/** Index after a row and everything below it. */
export function endOf(rows: readonly Placed[], at: number): number {
  const { depth = 0 } = rows[at] ?? {};
  const next = rows.findIndex((row, index) => index > at && row.depth <= depth);
  return next < 0 ? rows.length : next;
}

/** Levels below a row. */
function heightOf(rows: readonly Placed[], at: number): number {
  const { depth = 0 } = rows[at] ?? {};
  return Math.max(...rows.slice(at, endOf(rows, at)).map((row) => row.depth)) - depth;
}

/** Index of the previous row on the same level with the same parent, or -1. */
function siblingBefore(rows: readonly Placed[], at: number): number {
  const { depth = 0 } = rows[at] ?? {};
  const before = rows.findLastIndex((row, index) => index < at && row.depth <= depth);
  return rows[before]?.depth === depth ? before : -1;
}

export function parentOf(rows: readonly Placed[], at: number): number {
  const { depth = 0 } = rows[at] ?? {};
  return rows.findLastIndex((row, index) => index < at && row.depth < depth);
}

/** Moves a row with everything below it. `to`: index among the other rows. */
export function place<Row extends Placed>(
  rows: readonly Row[],
  at: number,
  to: number,
  depth: number,
): readonly Row[] | undefined {
  const moved = rows[at];
  if (!moved || (to === at && depth === moved.depth)) return undefined;
  const end = endOf(rows, at);
  const shift = depth - moved.depth;
  const block = rows.slice(at, end).map((row) => ({ ...row, depth: row.depth + shift }));
  const others = [...rows.slice(0, at), ...rows.slice(end)];
  return [...others.slice(0, to), ...block, ...others.slice(to)];
}

/** Moves a row by one step. The first row of a level moves out above its parent, and the last one below it. */
export function step<Row extends Placed>(
  rows: readonly Row[],
  at: number,
  move: Move,
  maxLevels: number,
): readonly Row[] | undefined {
  const { depth = 0 } = rows[at] ?? {};
  const [end, size] = [endOf(rows, at), endOf(rows, at) - at];
  const [before, parent] = [siblingBefore(rows, at), parentOf(rows, at)];
  switch (move) {
    case 'up':
      if (before >= 0) return place(rows, at, before, depth);
      return parent < 0 ? undefined : place(rows, at, parent, depth - 1);
    case 'down':
      if (rows[end]?.depth === depth) return place(rows, at, endOf(rows, end) - size, depth);
      return parent < 0 ? undefined : place(rows, at, endOf(rows, parent) - size, depth - 1);
    case 'in':
      return before < 0 || depth + heightOf(rows, at) + 1 >= maxLevels
        ? undefined
        : place(rows, at, at, depth + 1);
    case 'out':
      return parent < 0 ? undefined : place(rows, at, endOf(rows, parent) - size, depth - 1);
  }
}

/** The possible level nearest to the wanted one for a dragged row; undefined if it fits nowhere at that place. */
export function levelAt(
  rows: readonly Placed[],
  at: number,
  to: number,
  wanted: number,
  maxLevels: number,
): number | undefined {
  const others = [...rows.slice(0, at), ...rows.slice(endOf(rows, at))];
  const min = others[to]?.depth ?? 0;
  const above = others[to - 1];
  const max = Math.min(above ? above.depth + 1 : 0, maxLevels - 1 - heightOf(rows, at));
  return max < min ? undefined : Math.min(Math.max(wanted, min), max);
}

export interface Removal<Row> {
  readonly rows: readonly Row[];
  /** Undoes the removal in the rows as they are by then. */
  readonly restore: (rows: readonly Row[]) => readonly Row[];
}

/** Removes a row; the rows below it move up a level. */
export function remove<Row extends Placed>(rows: readonly Row[], at: number): Removal<Row> {
  const gone = rows[at];
  const end = endOf(rows, at);
  const below = new Set(rows.slice(at + 1, end).map(({ key }) => key));
  const before = rows[at - 1]?.key;
  return {
    rows: rows.flatMap((row, index) =>
      index === at ? [] : [index > at && index < end ? { ...row, depth: row.depth - 1 } : row],
    ),
    restore: (now) => {
      if (!gone || now.some(({ key }) => key === gone.key)) return now;
      const index = before === undefined ? 0 : now.findIndex(({ key }) => key === before) + 1;
      const isLost = before !== undefined && index === 0;
      const to = isLost ? now.length : index;
      const depth = isLost ? 0 : Math.min(gone.depth, to > 0 ? (now[to - 1]?.depth ?? 0) + 1 : 0);
      const follows = now.findIndex((row, nth) => nth >= to && !below.has(row.key));
      const last = follows < 0 ? now.length : follows;
      // Rows that were below it and still follow it are below it again.
      const back = now
        .slice(to, last)
        .map((row) => ({ ...row, depth: Math.max(row.depth, depth) + (row.depth >= depth ? 1 : 0) }));
      return settle([...now.slice(0, to), { ...gone, depth }, ...back, ...now.slice(last)]);
    },
  };
}

/** Lifts rows that are more than one level below the row before them. */
function settle<Row extends Placed>(rows: readonly Row[]): readonly Row[] {
  let max = 0;
  return rows.map((row) => {
    const depth = Math.min(row.depth, max);
    max = depth + 1;
    return depth === row.depth ? row : { ...row, depth };
  });
}
