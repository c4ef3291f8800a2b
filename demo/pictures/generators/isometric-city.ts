import { blend, toneAt } from '../palette.ts';
import { circle, fillAll, focal, height, lines, n, path, rect, verticalGradient, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

const half = 44;
const quarter = 22;

/** Blocks of a town seen from a corner, a river through it and one tower that stands out. */
export const isometricCity: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const center: Point = [width * random.between(0.6, 0.7), height * random.between(0.52, 0.6)];
  const night = random.chance(0.45);
  const air = night ? ink : paper;
  const haze = verticalGradient('haze', [
    [0, air, 0.92],
    [0.3, air, 0.45],
    [0.55, air, 0],
  ]);
  const river = random.whole(-5, -3);
  const parts: string[] = [
    `<defs>${haze.defs}</defs>`,
    fillAll(night ? blend(tones[4], ink, 0.55) : blend(tones[0], tones[1], 0.35)),
  ];
  for (let sum = -34; sum <= 34; sum++) {
    for (let column = -26; column <= 26; column++) {
      const row = sum - column;
      const x = center[0] + (column - row) * half;
      const y = center[1] + sum * quarter;
      if (x < -120 || x > width + 120 || y < -60 || y > height + 420) continue;
      const bend = Math.round(random.noise(row / 7, 3) * 2.4);
      const away = column - river - bend;
      if (away === 0 || away === 1) {
        parts.push(
          path(ground(x, y, 1), night ? blend(tones[3], spark, 0.12) : blend(spark, tones[3], 0.25)),
        );
        if (random.chance(0.12))
          parts.push(
            path(
              lines([
                [x - 12, y],
                [x + 10, y - 11],
              ]),
              'none',
              ` stroke="${paper}" stroke-width="2" opacity=".6"`,
            ),
          );
        continue;
      }
      if (row % 4 === 0 || column % 5 === 0) continue; // streets
      const distance = Math.hypot(column * 1.1, row);
      if (column === 1 && row === 1) {
        parts.push(tower(x, y, 430, 0.84, accent, ink, paper, 1));
        continue;
      }
      const park = random.noise(column / 4, row / 4) > 0.34 && distance > 3;
      if (park) {
        parts.push(
          path(ground(x, y, 0.94), night ? blend(tones[3], ink, 0.5) : blend(tones[1], tones[2], 0.4)),
        );
        for (let tree = random.whole(1, 3); tree > 0; tree--) {
          const [tx, ty, r] = [x + random.between(-18, 18), y + random.between(-7, 7), random.between(7, 12)];
          parts.push(
            circle(tx, ty - r, r, tones[3]),
            circle(tx - r * 0.25, ty - r * 1.25, r * 0.62, tones[2]),
          );
        }
        continue;
      }
      const rise = Math.max(
        14,
        190 * Math.exp((-distance * distance) / 60) * random.between(0.5, 1.35) +
          40 * random.between(0.4, 1.3) +
          random.noise(column / 3, row / 3) * 26,
      );
      parts.push(
        tower(
          x,
          y,
          rise,
          random.between(0.72, 0.94),
          toneAt(palette, night ? random.between(0.6, 1) : random.between(0.08, 0.62)),
          ink,
          paper,
          random.next(),
        ),
      );
    }
  }
  parts.push(rect(0, 0, width, height, haze.url));
  return { svg: parts.join(''), ...focal(center[0], center[1] - 180) };

  function tower(
    x: number,
    y: number,
    rise: number,
    size: number,
    color: string,
    dark: string,
    light: string,
    variety: number,
  ): string {
    const [w, d] = [half * size, quarter * size];
    const top = y - rise;
    const left = path(
      lines(
        [
          [x - w, y],
          [x, y + d],
          [x, top + d],
          [x - w, top],
        ],
        true,
      ),
      blend(color, dark, 0.22),
    );
    const right = path(
      lines(
        [
          [x + w, y],
          [x, y + d],
          [x, top + d],
          [x + w, top],
        ],
        true,
      ),
      blend(color, dark, 0.55),
    );
    const roofLight = night ? 0.14 : 0.5;
    const roof = path(
      lines(
        [
          [x, top - d],
          [x + w, top],
          [x, top + d],
          [x - w, top],
        ],
        true,
      ),
      blend(color, light, roofLight),
    );
    const windows: [string, string] = ['', ''];
    for (let level = top + 16; level < y - 8; level += 15) {
      for (let place = 0.2; place < 0.9; place += variety > 0.5 ? 0.2 : 0.27) {
        const [lx, rx] = [x - w + w * place, x + w * place];
        if (random.chance(night ? 0.34 : 0.72)) {
          windows[0] += `M${n(lx)} ${n(level + d * place)}l${n(w * 0.11)} ${n(d * 0.11)}v6l${n(-w * 0.11)} ${n(-d * 0.11)}z`;
        }
        if (random.chance(night ? 0.34 : 0.72)) {
          windows[1] += `M${n(rx)} ${n(level + d * (1 - place))}l${n(w * 0.11)} ${n(-d * 0.11)}v6l${n(-w * 0.11)} ${n(d * 0.11)}z`;
        }
      }
    }
    const extra =
      variety > 0.86 || rise > 400
        ? path(
            lines(
              [
                [x - w * 0.4, top - 16],
                [x, top + d * 0.4 - 16],
                [x, top + d * 0.4],
                [x - w * 0.4, top],
              ],
              true,
            ),
            blend(color, dark, 0.2),
          ) +
          path(
            lines(
              [
                [x + w * 0.4, top - 16],
                [x, top + d * 0.4 - 16],
                [x, top + d * 0.4],
                [x + w * 0.4, top],
              ],
              true,
            ),
            blend(color, dark, 0.5),
          ) +
          path(
            lines(
              [
                [x, top - d * 0.4 - 16],
                [x + w * 0.4, top - 16],
                [x, top + d * 0.4 - 16],
                [x - w * 0.4, top - 16],
              ],
              true,
            ),
            blend(color, light, roofLight + 0.15),
          )
        : '';
    return (
      left +
      right +
      path(windows[0], night ? spark : blend(color, light, 0.72), ' opacity=".8"') +
      path(windows[1], night ? blend(spark, color, 0.3) : blend(color, dark, 0.82), ' opacity=".55"') +
      roof +
      extra
    );
  }
};

function ground(x: number, y: number, size: number): string {
  return lines(
    [
      [x, y - quarter * size],
      [x + half * size, y],
      [x, y + quarter * size],
      [x - half * size, y],
    ],
    true,
  );
}
