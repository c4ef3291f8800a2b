import { blend, toneAt } from '../palette.ts';
import { circle, curve, fillAll, focal, height, stroke, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

const gridSize = 40;

/** Ribbons that follow a field and never touch, parted by one still disc. */
export const flowField: Generator = ({ random, palette }) => {
  const { paper, ink, accent, spark, tones } = palette;
  const dark = random.chance(0.5);
  const [fx, fy, fr] = [
    width * random.between(0.6, 0.72),
    height * random.between(0.38, 0.55),
    random.between(120, 160),
  ];
  const taken = new Map<number, [x: number, y: number, r: number][]>();
  const key = (x: number, y: number) =>
    (Math.floor(x / gridSize) + 10) * 1000 + Math.floor(y / gridSize) + 10;
  const free = (x: number, y: number, r: number): boolean => {
    for (let dx = -gridSize; dx <= gridSize; dx += gridSize) {
      for (let dy = -gridSize; dy <= gridSize; dy += gridSize) {
        if (
          taken
            .get(key(x + dx, y + dy))
            ?.some(([ox, oy, or]) => (x - ox) ** 2 + (y - oy) ** 2 < (r + or + 2.5) ** 2)
        )
          return false;
      }
    }
    return true;
  };
  const turn = random.between(-0.5, 0.4);
  const angleAt = (x: number, y: number) => {
    const [dx, dy] = [x - fx, y - fy];
    const near = Math.exp(-Math.max(0, Math.hypot(dx, dy) - fr) / 190);
    const field = turn + random.noise(x / 640, y / 640) * 2.1;
    const around = Math.atan2(dx, -dy);
    const wrapped = Math.atan2(Math.sin(around - field), Math.cos(around - field));
    return field + wrapped * near * 0.9;
  };
  const parts = [fillAll(dark ? ink : paper)];
  const widths = [17, 12, 8, 5, 3] as const;
  let drawn = 0;
  for (const [pass, r] of widths.entries()) {
    for (let attempt = 0; attempt < 260 + pass * 420; attempt++) {
      let [x, y] = [random.between(-60, width + 60), random.between(-60, height + 60)];
      const points: Point[] = [];
      const steps = random.whole(20, 90);
      for (let step = 0; step < steps; step++) {
        if (
          Math.hypot(x - fx, y - fy) < fr + 26 + r ||
          !free(x, y, r) ||
          x < -120 ||
          x > width + 120 ||
          y < -120 ||
          y > height + 120
        )
          break;
        points.push([x, y]);
        const angle = angleAt(x, y);
        x += Math.cos(angle) * 11;
        y += Math.sin(angle) * 11;
      }
      if (points.length < 9) continue;
      for (const [px, py] of points) {
        const list = taken.get(key(px, py));
        if (list) list.push([px, py, r]);
        else taken.set(key(px, py), [[px, py, r]]);
      }
      const [sx, sy] = points[0] ?? [0, 0];
      const tone = random.noise(sx / 500 + 40, sy / 500) * 0.6 + random.between(0.2, 0.65);
      const color =
        ++drawn % 29 === 0
          ? accent
          : drawn % 17 === 0
            ? spark
            : toneAt(palette, dark ? 0.85 - tone : tone + 0.15);
      parts.push(
        stroke(
          curve(points.filter((_, index) => index % 3 === 0 || index === points.length - 1)),
          color,
          r * 2,
          ' stroke-linecap="round"',
        ),
      );
    }
  }
  parts.push(
    circle(fx, fy, fr, accent),
    circle(fx - fr * 0.08, fy - fr * 0.1, fr * 0.8, blend(accent, paper, 0.14)),
    circle(fx + fr * 0.3, fy + fr * 0.28, fr * 0.2, dark ? tones[0] : ink),
  );
  return { svg: parts.join(''), ...focal(fx, fy) };
};
