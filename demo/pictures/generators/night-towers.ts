import { blend } from '../palette.ts';
import {
  circle,
  curve,
  focal,
  height,
  lines,
  n,
  path,
  radialGradient,
  rect,
  stroke,
  verticalGradient,
  width,
} from '../svg.ts';
import type { Generator, Point, Scene } from '../svg.ts';

/** Radio masts on hills under star trails. */
export const nightTowers: Generator = (scene) => {
  const { random, palette } = scene;
  const { paper, ink, tones, accent, spark } = palette;
  const [poleX, poleY] = [width * random.between(0.22, 0.34), height * random.between(0.14, 0.26)];
  const dawn = random.chance(0.4);
  const sky = verticalGradient('sky', [
    [0, ink],
    [0.45, tones[4]],
    [0.72, tones[3]],
    ...(dawn
      ? ([
          [0.84, blend(spark, accent, 0.45)],
          [1, spark],
        ] as const)
      : ([
          [0.86, blend(tones[2], accent, 0.35)],
          [1, blend(spark, accent, 0.3)],
        ] as const)),
  ]);
  const glow = radialGradient('lamp', 0.5, 0.5, 0.5, [
    [0, accent, 0.9],
    [0.3, accent, 0.28],
    [1, accent, 0],
  ]);
  const parts: string[] = [
    `<defs>${sky.defs}${glow.defs}</defs>`,
    rect(0, 0, width, height * 0.86, sky.url),
    rect(0, height * 0.85, width, height, ink),
  ];
  for (let trail = 0; trail < 190; trail++) {
    const r = 24 + trail * 7.2 + random.between(-3, 3);
    const from = random.between(0, Math.PI * 2);
    const span = random.between(0.25, 0.75);
    const [x1, y1, x2, y2] = [
      poleX + Math.cos(from) * r,
      poleY + Math.sin(from) * r,
      poleX + Math.cos(from + span) * r,
      poleY + Math.sin(from + span) * r,
    ];
    if (Math.min(y1, y2) > height * 0.75) continue;
    parts.push(
      stroke(
        `M${n(x1)} ${n(y1)}A${n(r)} ${n(r)} 0 0 1 ${n(x2)} ${n(y2)}`,
        random.chance(0.12) ? spark : paper,
        random.between(0.8, 2.6),
        ` opacity="${n(random.between(0.2, 0.8))}" stroke-linecap="round"`,
      ),
    );
  }
  const fx = width * random.between(0.64, 0.74);
  const hills: string[] = [];
  for (let ridge = 0; ridge < 4; ridge++) {
    const base = height * (0.7 + ridge * 0.075);
    const points: Point[] = Array.from({ length: 15 }, (_, index) => [
      (index / 14) * (width + 60) - 30,
      base + random.noise(index / 3.1 + ridge * 19, ridge) * (74 - ridge * 8),
    ]);
    const color = blend(blend(tones[3], accent, 0.15), ink, 0.35 + ridge * 0.21);
    if (ridge === 1) {
      hills.push(
        mast(scene, fx - width * 0.27, base + 20, 270, blend(tones[4], ink, 0.45), glow.url),
        mast(scene, fx + width * 0.17, base + 20, 220, blend(tones[4], ink, 0.45), glow.url),
      );
    }
    if (ridge === 2 && dawn)
      hills.push(mast(scene, fx - width * 0.45, base + 20, 430, blend(tones[4], ink, 0.75), glow.url));
    if (ridge === 3) hills.push(mast(scene, fx, base + 30, random.between(560, 740), ink, glow.url));
    hills.push(path(`${curve(points)}V${height + 10}H-30Z`, color));
  }
  parts.push(...hills);
  for (let house = 0; house < 26; house++) {
    const [x, y] = [random.between(20, width - 20), random.between(height * 0.93, height - 14)];
    parts.push(
      rect(
        x,
        y,
        random.between(4, 8),
        random.between(5, 9),
        spark,
        ` opacity="${n(random.between(0.5, 1))}"`,
      ),
    );
  }
  return { svg: parts.join(''), ...focal(fx, height * 0.4) };
};

/** A lattice mast with guy wires, dishes and lamps; `x`, `foot` and `tall` in pixels. */
function mast(
  { random, palette }: Scene,
  x: number,
  foot: number,
  tall: number,
  color: string,
  glow: string,
): string {
  const half = tall / 34;
  const thin = Math.max(1.6, tall / 170);
  const top = foot - tall;
  const zigzag: Point[] = [];
  for (let y = foot, side = 1; y > top; y -= half * 2.1, side = -side)
    zigzag.push([x + side * half * (0.45 + 0.55 * ((y - top) / tall)), y]);
  const parts = [
    stroke(
      `M${n(x - half)} ${n(foot)}L${n(x - half * 0.45)} ${n(top)}M${n(x + half)} ${n(foot)}L${n(x + half * 0.45)} ${n(top)}`,
      color,
      thin * 1.6,
    ),
    stroke(lines(zigzag), color, thin),
    stroke(`M${n(x)} ${n(top)}V${n(top - tall * 0.13)}`, color, thin * 1.4),
  ];
  for (const [at, spread] of [
    [0.98, 0.5],
    [0.66, 0.42],
    [0.36, 0.3],
  ] as const) {
    const y = foot - tall * at;
    parts.push(
      stroke(
        `M${n(x)} ${n(y)}L${n(x - tall * spread)} ${n(foot + 40)}M${n(x)} ${n(y)}L${n(x + tall * spread)} ${n(foot + 40)}`,
        color,
        thin * 0.55,
        ' opacity=".85"',
      ),
    );
    const side = random.chance(0.5) ? 1 : -1;
    parts.push(
      `<ellipse cx="${n(x + side * half * 1.5)}" cy="${n(y + tall * 0.07)}" rx="${n(half * 0.75)}" ry="${n(half * 1.25)}" fill="${color}"/>`,
    );
    parts.push(circle(x, y, tall * 0.075, glow), circle(x, y, Math.max(3, tall / 130), palette.accent));
  }
  parts.push(
    circle(x, top - tall * 0.13, tall * 0.1, glow),
    circle(x, top - tall * 0.13, Math.max(3.4, tall / 100), palette.accent),
  );
  return parts.join('');
}
