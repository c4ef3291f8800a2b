import { blend } from '../palette.ts';
import { circle, fillAll, focal, height, lines, n, radialGradient, rect, stroke, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

/** Bundles of lines with bends of 45 degrees that run into one junction: half metro map, half circuit board. */
export const circuitMap: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const [fx, fy] = [
    Math.round((width * random.between(0.58, 0.68)) / 40) * 40,
    Math.round((height * random.between(0.4, 0.55)) / 40) * 40,
  ];
  const glow = radialGradient('glow', fx / width, fy / height, 0.62, [
    [0, tones[4], 1],
    [1, ink, 1],
  ]);
  const parts: string[] = [`<defs>${glow.defs}</defs>`, fillAll(ink), rect(0, 0, width, height, glow.url)];
  let dots = '';
  for (let x = 20; x < width; x += 40) for (let y = 20; y < height; y += 40) dots += `M${x} ${y}h0`;
  parts.push(stroke(dots, tones[3], 3, ' stroke-linecap="round" opacity=".55"'));
  for (const [reach, color, tracks] of [
    [860, tones[3], 3],
    [560, tones[3], 2],
    [330, tones[2], 1],
  ] as const) {
    for (let track = 0; track < tracks; track++)
      parts.push(stroke(octagon(fx, fy, reach + track * 20), color, 8, ' stroke-linejoin="round"'));
  }
  const colors = [
    tones[3],
    tones[2],
    spark,
    tones[1],
    tones[3],
    tones[2],
    tones[1],
    tones[2],
    accent,
    tones[3],
    tones[2],
    tones[1],
    tones[2],
  ];
  const shift = random.between(0, 360);
  colors.forEach((color, index) => {
    const angle = ((shift + (index * 360) / colors.length + random.between(-5, 5)) * Math.PI) / 180;
    const end: Point = [fx + Math.cos(angle) * 1500, fy + Math.sin(angle) * 1200];
    const count = color === accent ? 1 : color === spark ? 2 : random.whole(2, 4);
    const route = octilinear([fx, fy], end, random.between(0.25, 0.5), random.chance(0.5));
    for (let track = 0; track < count; track++) {
      const shifted = offset(route, (track - (count - 1) / 2) * 20);
      const thick = color === accent ? 16 : 9;
      parts.push(
        stroke(lines(shifted), ink, thick + 8, ' stroke-linejoin="round"'),
        stroke(lines(shifted), color, thick, ' stroke-linejoin="round" stroke-linecap="round"'),
      );
      parts.push(...station(shifted, color, thick), ...station(shifted, color, thick));
    }
  });
  for (const [r, color] of [
    [196, ink],
    [176, tones[3]],
    [166, ink],
    [132, tones[2]],
    [122, ink],
    [88, accent],
    [34, paper],
  ] as const) {
    parts.push(circle(fx, fy, r, color));
  }
  for (let tick = 0; tick < 48; tick++) {
    const angle = (tick / 48) * Math.PI * 2;
    parts.push(
      stroke(
        `M${n(fx + Math.cos(angle) * 142)} ${n(fy + Math.sin(angle) * 142)}L${n(fx + Math.cos(angle) * 156)} ${n(fy + Math.sin(angle) * 156)}`,
        blend(tones[1], ink, 0.2),
        tick % 6 === 0 ? 6 : 2.4,
      ),
    );
  }
  return { svg: parts.join(''), ...focal(fx, fy) };

  function station(points: readonly Point[], color: string, thick: number): string[] {
    const piece = random.whole(1, 2);
    const [from, to] = [points[piece], points[piece + 1]];
    if (!from || !to) return [];
    const share = random.between(0.1, 0.7);
    const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    return [
      circle(x, y, thick * 1.7, ink),
      circle(x, y, thick * 1.25, color),
      circle(x, y, thick * 0.62, paper),
    ];
  }
};

/** A ring with eight corners around a place. */
function octagon(x: number, y: number, reach: number): string {
  const corner = reach * 0.42;
  return lines(
    [
      [x - corner, y - reach],
      [x + corner, y - reach],
      [x + reach, y - corner],
      [x + reach, y + corner],
      [x + corner, y + reach],
      [x - corner, y + reach],
      [x - reach, y + corner],
      [x - reach, y - corner],
    ],
    true,
  );
}

/** A way from one point to beyond another with bends of 45 degrees only. */
function octilinear(from: Point, to: Point, share: number, diagonalFirst: boolean): Point[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const diagonal = Math.min(Math.abs(dx), Math.abs(dy));
  const step: Point = [Math.sign(dx) * diagonal, Math.sign(dy) * diagonal];
  const rest: Point = [dx - step[0], dy - step[1]];
  const pieces: Point[] = diagonalFirst
    ? [[step[0] * share, step[1] * share], rest, [step[0] * (1 - share), step[1] * (1 - share)]]
    : [[rest[0] * share, rest[1] * share], step, [rest[0] * (1 - share), rest[1] * (1 - share)]];
  const points: Point[] = [from];
  for (const [x, y] of pieces) {
    const last = points.at(-1) ?? from;
    points.push([last[0] + x, last[1] + y]);
  }
  return points;
}

/** A line beside another, `distance` pixels to its left. */
function offset(points: readonly Point[], distance: number): Point[] {
  return points.map((point, index) => {
    const before = points[index - 1] ?? point;
    const after = points[index + 1] ?? point;
    const into = normal(before, point);
    const out = normal(point, after);
    const [a, b] = [into ?? out ?? [0, 0], out ?? into ?? [0, 0]];
    const scale = distance / Math.max(0.4, 1 + a[0] * b[0] + a[1] * b[1]);
    return [point[0] + (a[0] + b[0]) * scale, point[1] + (a[1] + b[1]) * scale];
  });
}

function normal(from: Point, to: Point): Point | undefined {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return length === 0 ? undefined : [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
}
