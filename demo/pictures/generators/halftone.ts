import { blend } from '../palette.ts';
import type { Palette } from '../palette.ts';
import type { Random } from '../random.ts';
import { circle, fillAll, focal, height, n, path, stroke, width } from '../svg.ts';
import type { Generator } from '../svg.ts';

/** Brightness of a place, 0 (ink) to 1 (paper). */
type Shade = (x: number, y: number) => number;

/** What a photograph shows: its light, the colour that lies flat below the screen, and where one looks. */
interface Subject {
  readonly shade: Shade;
  readonly flat: string;
  readonly focus: readonly [x: number, y: number];
}

/** A newspaper photograph under a magnifying glass: one subject, one coarse screen, one flat colour out of register. */
export const halftone: Generator = ({ random, palette }) => {
  const { ink, tones, paper } = palette;
  const subject = random.pick([moon, peaks, eye, record, bulb])(random, palette);
  const screen = random.pick([dots, lines, rings]);
  const ground = random.pick([paper, tones[0], blend(tones[1], paper, 0.3)]);
  const [x, y] = subject.focus;
  return {
    svg:
      `${fillAll(ground)}<g transform="translate(${n(random.between(-16, 16))} ` +
      `${n(random.between(-12, 12))})">${subject.flat}</g>${screen(subject, random, blend(ink, tones[4], 0.25))}`,
    ...focal(x, y),
  };
};

/** Thickness of ink for a brightness, as a share of the screen's pitch. */
const coverage = (bright: number): number => Math.min(1, Math.max(0, 1 - bright)) ** 0.8;

function dots({ shade }: Subject, random: Random, ink: string): string {
  const [pitch, angle] = [random.between(17, 23), random.between(0.3, 0.8)];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.ceil(2000 / pitch);
  const sizes = new Map<number, string>();
  for (let u = -reach; u < reach; u++) {
    for (let v = -reach; v < reach; v++) {
      const [x, y] = [width / 2 + (u * cos - v * sin) * pitch, height / 2 + (u * sin + v * cos) * pitch];
      if (x < -pitch || x > width + pitch || y < -pitch || y > height + pitch) continue;
      const size = Math.round(coverage(shade(x, y)) * pitch * 1.34);
      if (size > 1) sizes.set(size, `${sizes.get(size) ?? ''}M${n(x)} ${n(y)}h0`);
    }
  }
  return [...sizes]
    .toSorted(([a], [b]) => a - b)
    .map(([size, d]) => stroke(d, ink, size, ' stroke-linecap="round"'))
    .join('');
}

/** Lines that swell where it is dark, as in an engraving. */
function lines({ shade }: Subject, random: Random, ink: string): string {
  const [pitch, slope, step] = [random.between(14, 18), random.between(-0.35, 0.35), 14];
  let d = '';
  for (let row = -30; row * pitch < height + 600; row++) {
    const ribbon: [x: number, y: number, half: number][] = [];
    for (let x = -step; x <= width + step; x += step) {
      const y = row * pitch + (x - width / 2) * slope;
      ribbon.push([x, y, coverage(shade(x, y)) * pitch * 0.54]);
    }
    d += swell(
      ribbon.map(([x, y, half]) => [
        [x, y - half],
        [x, y + half],
      ]),
    );
  }
  return path(d, ink);
}

/** One line after another around the focal point. */
function rings({ shade, focus: [fx, fy] }: Subject, random: Random, ink: string): string {
  const pitch = random.between(17, 21);
  let d = '';
  for (let r = pitch * 0.7; r < 1500; r += pitch) {
    const steps = Math.max(24, Math.ceil(r / 2.6));
    let ribbon: [readonly [number, number], readonly [number, number]][] = [];
    for (let step = 0; step <= steps; step++) {
      const [cos, sin] = [Math.cos((step / steps) * Math.PI * 2), Math.sin((step / steps) * Math.PI * 2)];
      const [x, y] = [fx + cos * r, fy + sin * r];
      const inside = x > -30 && x < width + 30 && y > -30 && y < height + 30;
      const half = coverage(shade(x, y)) * pitch * 0.52;
      if (inside)
        ribbon.push([
          [fx + cos * (r - half), fy + sin * (r - half)],
          [fx + cos * (r + half), fy + sin * (r + half)],
        ]);
      else ribbon = flush(ribbon);
    }
    flush(ribbon);
  }
  return path(d, ink);

  function flush(ribbon: [readonly [number, number], readonly [number, number]][]): [] {
    if (ribbon.length > 1) d += swell(ribbon);
    return [];
  }
}

/** Outline of a ribbon, given by its two edges. */
function swell(ribbon: readonly (readonly [readonly [number, number], readonly [number, number]])[]): string {
  const edge = (side: 0 | 1) => ribbon.map((pair) => `${n(pair[side][0])} ${n(pair[side][1])}`);
  return `M${edge(0).join('L')}L${edge(1).toReversed().join('L')}Z`;
}

/** Soft step from 0 at `from` to 1 at `to`. */
const ramp = (value: number, from: number, to: number): number => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

function moon(random: Random, { spark, accent }: Palette): Subject {
  const [cx, cy, r] = [
    width * random.between(0.58, 0.68),
    height * random.between(0.42, 0.54),
    random.between(330, 420),
  ];
  const craters = Array.from(
    { length: 15 },
    () => [random.between(-0.85, 0.85), random.between(-0.85, 0.85), random.between(0.05, 0.2)] as const,
  );
  return {
    focus: [cx, cy],
    flat: circle(cx, cy, r, random.chance(0.5) ? spark : accent),
    shade: (x, y) => {
      const [dx, dy] = [(x - cx) / r, (y - cy) / r];
      const d2 = dx * dx + dy * dy;
      if (d2 > 1)
        return (
          0.1 +
          0.5 * Math.exp(-(Math.sqrt(d2) - 1) * 3.2) +
          (random.noise(x / 260, y / 120) > 0.45 ? 0.18 : 0)
        );
      let bright =
        0.25 +
        0.85 * Math.max(0, -0.62 * dx - 0.42 * dy + 0.66 * Math.sqrt(1 - d2)) +
        random.noise(dx * 2.6, dy * 2.6) * 0.22;
      for (const [px, py, size] of craters) {
        const away = Math.hypot(dx - px, dy - py) / size;
        if (away < 1.25)
          bright +=
            away < 1
              ? ((dx - px) / size - ((dy - py) / size) * 0.4) * 0.3 - 0.08
              : -((dx - px) / size) * 0.16;
      }
      return bright;
    },
  };
}

function eye(random: Random, { accent, tones }: Palette): Subject {
  const [cx, cy, w] = [
    width * random.between(0.54, 0.62),
    height * random.between(0.5, 0.56),
    random.between(620, 700),
  ];
  const [ix, iy, ir] = [cx + random.between(-80, 110), cy - 20, random.between(185, 210)];
  return {
    focus: [ix, iy],
    flat: circle(ix, iy, ir, accent) + circle(cx - 900, cy - 200, 520, tones[1], ' opacity=".6"'),
    shade: (x, y) => {
      const u = (x - cx) / w;
      const lid = (1 - u * u) * 300;
      const upper = cy - lid * 0.86 + u * 40;
      const lower = cy + lid * 0.68 + u * 40;
      const brow = Math.abs(y - (upper - 190 - u * 50 + Math.abs(u) ** 3 * 130)) / (46 - u * 14);
      if (Math.abs(u) < 1 && y > upper && y < lower) {
        const away = Math.hypot(x - ix, y - iy) / ir;
        const lidShadow = ramp(y - upper, -10, 120);
        if (Math.hypot(x - ix + 70, y - iy + 74) < 40) return 1;
        if (away < 0.42) return 0;
        if (away < 1)
          return (
            (0.45 +
              0.4 * away +
              Math.sin(Math.atan2(y - iy, x - ix) * 36) * 0.14 -
              ramp(away, 0.82, 1) * 0.8) *
            (0.35 + 0.65 * lidShadow)
          );
        return (0.98 - Math.abs(u) ** 2 * 0.4) * (0.45 + 0.55 * lidShadow);
      }
      if (Math.abs(u) < 1.05 && Math.abs(y - upper) < 34 && y < upper + 4) return 0.02;
      if (Math.abs(u) < 0.9 && brow < 1) return 0.08 + brow * 0.2;
      const fold = Math.exp(-(((y - upper + 74) / 17) ** 2)) * (Math.abs(u) < 1 ? 0.5 : 0);
      return (
        0.86 -
        fold -
        Math.exp(-(((y - cy) / 330) ** 2)) * 0.24 -
        ramp(x, width * 0.72, width * 1.1) * 0.5 +
        random.noise(x / 420, y / 420) * 0.1
      );
    },
  };
}

function record(random: Random, { accent, spark }: Palette): Subject {
  const [cx, cy, r] = [
    width * random.between(0.4, 0.62),
    height * random.between(0.46, 0.6),
    random.between(520, 640),
  ];
  const turn = random.between(0, Math.PI);
  const bands = Array.from({ length: 5 }, () => random.between(0.4, 0.94));
  const [ax, ay] = [cx + r * 0.36, cy + r * 0.3];
  return {
    focus: [cx, cy],
    flat:
      circle(cx, cy, r * 0.33, accent) +
      circle(width * 0.97, height * 0.04, 150, spark) +
      stroke(
        `M${n(width * 0.97)} ${n(height * 0.04)}L${n(ax + 190)} ${n(ay - 170)}L${n(ax)} ${n(ay)}`,
        spark,
        34,
      ),
    shade: (x, y) => {
      const away = Math.hypot(x - cx, y - cy) / r;
      const onArm =
        distance(x, y, width * 0.97, height * 0.04, ax + 190, ay - 170) < 15 ||
        distance(x, y, ax + 190, ay - 170, ax, ay) < (Math.hypot(x - ax, y - ay) < 90 ? 34 : 15);
      if (onArm || Math.hypot(x - width * 0.97, y - height * 0.04) < 132)
        return 0.72 + random.noise(x / 60, y / 60) * 0.2;
      if (away > 1)
        return 0.86 - 0.55 * Math.exp(-(away - 1) * 9) - ramp(y, height * 0.4, height * 1.3) * 0.3;
      if (away < 0.035) return 0.02;
      if (away < 0.33) return 0.9 - ramp(away, 0.29, 0.33) * 0.6 - (Math.abs(away - 0.2) < 0.012 ? 0.5 : 0);
      if (bands.some((band) => Math.abs(away - band) < 0.009)) return 0.42;
      const sheen = Math.abs(Math.cos(Math.atan2(y - cy, x - cx) - turn)) ** 14;
      return 0.06 + sheen * 0.66 + Math.sin(away * 150) * 0.05 + random.noise(away * 40, turn) * 0.06;
    },
  };
}

function bulb(random: Random, { accent, spark }: Palette): Subject {
  const [cx, cy, r] = [
    width * random.between(0.34, 0.66),
    height * random.between(0.5, 0.58),
    random.between(230, 280),
  ];
  const neck = cy - r * 1.55;
  return {
    focus: [cx, cy],
    flat: circle(cx, cy, r * 1.02, spark) + circle(cx, cy, r * 0.3, accent),
    shade: (x, y) => {
      const [dx, dy] = [x - cx, y - cy];
      const away = Math.hypot(dx, dy);
      const half = y < cy ? 96 + ramp(y, neck, cy - r * 0.3) * (r * 0.86 - 96) : 0;
      const rays = 0.08 * Math.sin(Math.atan2(dy, dx) * 22);
      if (Math.abs(dx) < 9 && y < neck - 190) return 0;
      if (y > neck - 190 && y < neck && Math.abs(dx) < 104)
        return 0.12 + 0.5 * Math.max(0, 1 - Math.abs(dx + 40) / 60) + Math.sin((y - neck) / 7.5) * 0.24;
      if (away < r || (y >= neck && y < cy && Math.abs(dx) < half)) {
        const coil = Math.abs(dy - Math.sin(dx / 13) * 26) < 11 && Math.abs(dx) < r * 0.42;
        const posts = y < cy && Math.abs(Math.abs(dx) - r * 0.42 + (cy - y) * 0.16) < 7;
        const rim = away > r * 0.93 && y > cy - r * 0.4 ? 0.45 : 0;
        return coil || posts
          ? 0
          : 0.97 - rim - (Math.abs(dx + r * 0.5) < 26 && Math.abs(dy) < r * 0.5 ? 0 : 0.06);
      }
      return 0.92 * Math.exp(-(away - r) / 330) + rays * ramp(away, r, r * 2) + 0.02;
    },
  };
}

/** Ranges behind ranges, and what comes up behind the last. */
function peaks(random: Random, { accent, spark }: Palette): Subject {
  const [cx, cy, r] = [
    width * random.between(0.6, 0.74),
    height * random.between(0.3, 0.4),
    random.between(130, 210),
  ];
  const ranges = Array.from({ length: 6 }, (_, index) => ({
    base: height * (0.42 + index * 0.11),
    rise: 210 - index * 22,
    seed: random.between(0, 90),
    long: 420 - index * 34,
  }));
  return {
    focus: [cx, cy],
    flat: circle(cx, cy, r, random.chance(0.6) ? accent : spark),
    shade: (x, y) => {
      for (const [index, { base, rise, seed, long }] of [...ranges.entries()].toReversed()) {
        const crest = base - (1 - Math.abs(random.noise(x / long + seed, seed)) * 1.6) * rise;
        if (y < crest) continue;
        const slope = random.noise(x / long + seed, seed) - random.noise((x - 26) / long + seed, seed);
        return (
          0.78 - index * 0.13 + Math.sign(slope) * 0.13 * Math.exp(-(y - crest) / 150) + (y - crest) / 900
        );
      }
      return Math.hypot(x - cx, y - cy) < r
        ? 0.99
        : 0.62 +
            0.32 * Math.exp(-(Math.hypot(x - cx, y - cy) - r) / 260) -
            (random.noise(x / 330, y / 46) > 0.3 ? 0.24 : 0);
    },
  };
}

/** Pixels from a place to a line between two others. */
function distance(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const share = Math.min(
    1,
    Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)),
  );
  return Math.hypot(x - x1 - (x2 - x1) * share, y - y1 - (y2 - y1) * share);
}
