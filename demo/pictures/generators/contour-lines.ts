import { blend, toneAt } from '../palette.ts';
import { circle, curve, fillAll, focal, height, lines, path, stroke, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

const cell = 16;
const columns = Math.ceil(width / cell) + 4;
const rows = Math.ceil(height / cell) + 4;
const levels = 17;

/** A map of heights: filled bands, thin lines, one route to the summit. */
export const contourLines: Generator = ({ random, palette }) => {
  const { paper, ink, accent } = palette;
  const summit: Point = [width * random.between(0.6, 0.7), height * random.between(0.36, 0.5)];
  const second: Point = [width * random.between(0.08, 0.3), height * random.between(0.12, 0.88)];
  const third: Point = [width * random.between(0.3, 0.98), height * random.between(0.85, 1.05)];
  const deep = random.chance(0.45);
  const [reach, rise] = [random.between(300, 430), random.between(0.15, 0.6)];
  const tone = (share: number) => toneAt(palette, deep ? 1 - share : share);
  const hill = ([hx, hy]: Point, x: number, y: number, size: number) =>
    Math.exp(-((x - hx) ** 2 + ((y - hy) * 1.25) ** 2) / (size * size));
  const heightAt = (x: number, y: number) =>
    hill(summit, x, y, reach) * 0.95 +
    hill(second, x, y, 300) * 0.6 +
    hill(third, x, y, 260) * rise +
    random.noise(x / 360, y / 360) * 0.24 +
    random.noise(x / 120, y / 120) * 0.05 +
    0.12;
  const field = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      // Lower all around: every contour closes.
      row === 0 || column === 0 || row === rows - 1 || column === columns - 1
        ? -9
        : heightAt((column - 2) * cell, (row - 2) * cell),
    ),
  );
  const parts = [fillAll(deep ? palette.tones[4] : blend(palette.tones[0], paper, 0.5))];
  for (let level = 0; level < levels; level++) {
    const threshold = -0.05 + level * 0.07;
    const d = contours(field, threshold)
      .filter((points) => points.length > 6)
      .map((points) => lines(points, true))
      .join('');
    if (d === '') continue;
    const color = tone(level / (levels - 1));
    parts.push(
      path(d, color, ' fill-rule="evenodd"'),
      stroke(
        d,
        level > 10 !== deep ? blend(paper, color, 0.45) : blend(ink, color, 0.35),
        level % 4 === 0 ? 2.6 : 1,
        ' opacity=".6"',
      ),
    );
  }
  const route: Point[] = [];
  const start: Point = [width * 0.3, height + 30];
  for (let step = 0; step <= 10; step++) {
    const share = step / 10;
    const sway = Math.sin(share * Math.PI * 2.4) * 110 * (1 - share);
    route.push([
      start[0] + (summit[0] - start[0]) * share + sway,
      start[1] + (summit[1] - start[1]) * share + sway * 0.35,
    ]);
  }
  parts.push(stroke(curve(route), accent, 7, ' stroke-dasharray="2 17" stroke-linecap="round"'));
  parts.push(
    circle(summit[0], summit[1], 46, accent, ' opacity=".25"'),
    circle(summit[0], summit[1], 25, paper),
    circle(summit[0], summit[1], 18, accent),
  );
  return { svg: parts.join(''), ...focal(...summit) };
};

/** Closed lines of one height through a field of values, by marching squares. */
function contours(field: readonly (readonly number[])[], threshold: number): Point[][] {
  const next = new Map<string, { readonly key: string; readonly point: Point }>();
  const value = (row: number, column: number) => (field[row]?.[column] ?? -9) - threshold;
  const edge = (row: number, column: number, downwards: boolean): { key: string; point: Point } => {
    const [from, to] = [value(row, column), downwards ? value(row + 1, column) : value(row, column + 1)];
    const share = from / (from - to);
    const point: Point = [
      (column - 2 + (downwards ? 0 : share)) * cell,
      (row - 2 + (downwards ? share : 0)) * cell,
    ];
    return { key: `${row},${column},${downwards ? 1 : 0}`, point };
  };
  for (let row = 0; row < field.length - 1; row++) {
    for (let column = 0; column < (field[row]?.length ?? 1) - 1; column++) {
      const [a, b, c, d] = [
        value(row, column) > 0,
        value(row, column + 1) > 0,
        value(row + 1, column + 1) > 0,
        value(row + 1, column) > 0,
      ];
      const kind = (a ? 8 : 0) + (b ? 4 : 0) + (c ? 2 : 0) + (d ? 1 : 0);
      if (kind === 0 || kind === 15) continue;
      const [top, right, bottom, left] = [
        () => edge(row, column, false),
        () => edge(row, column + 1, true),
        () => edge(row + 1, column, false),
        () => edge(row, column, true),
      ];
      // Higher ground on the right of the way, so that pieces follow each other.
      const ways: Readonly<
        Record<number, readonly (readonly [() => ReturnType<typeof edge>, () => ReturnType<typeof edge>])[]>
      > = {
        1: [[bottom, left]],
        2: [[right, bottom]],
        3: [[right, left]],
        4: [[top, right]],
        5: [
          [top, left],
          [bottom, right],
        ],
        6: [[top, bottom]],
        7: [[top, left]],
        8: [[left, top]],
        9: [[bottom, top]],
        10: [
          [left, bottom],
          [right, top],
        ],
        11: [[right, top]],
        12: [[left, right]],
        13: [[bottom, right]],
        14: [[left, bottom]],
      };
      for (const [from, to] of ways[kind] ?? []) next.set(from().key, to());
    }
  }
  const found: Point[][] = [];
  while (next.size > 0) {
    const [first] = next.keys();
    const points: Point[] = [];
    for (let key = first; key !== undefined; ) {
      const step = next.get(key);
      next.delete(key);
      if (!step) break;
      points.push(step.point);
      key = step.key;
    }
    found.push(points);
  }
  return found;
}
