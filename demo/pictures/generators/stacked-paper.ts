import { blend, toneAt } from '../palette.ts';
import { circle, curve, fillAll, focal, height, lines, n, path, stroke, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

/** Coloured paper, sheet upon sheet, each with its shadow: a well, hills behind hills, or a pile. */
export const stackedPaper: Generator = (scene) => scene.random.pick([well, hills, pile])(scene);

/** A sheet, its shadow on the one below, and its cut edge; the shadow falls `down` (1) or up (-1). */
function lay(sheet: string, edge: string, color: string, ink: string, down: 1 | -1 = 1): string {
  const shadow = [
    [26, 0.07],
    [19, 0.09],
    [13, 0.11],
    [8, 0.14],
    [4, 0.2],
  ].map(([shift = 0, opacity = 0]) =>
    path(
      sheet,
      ink,
      ` fill-rule="evenodd" opacity="${opacity}" transform="translate(${n(shift * 0.35)} ${shift * down})"`,
    ),
  );
  return (
    shadow.join('') +
    path(sheet, color, ' fill-rule="evenodd"') +
    stroke(edge, blend(color, '#ffffff', 0.55), 2.4)
  );
}

/** Holes that grow towards us, and something bright at the bottom. */
const well: Generator = ({ random, palette }) => {
  const { paper, ink, accent, spark } = palette;
  const sheets = 8;
  const [fx, fy] = [width * random.between(0.58, 0.68), height * random.between(0.44, 0.56)];
  const parts = [
    fillAll(blend(palette.tones[4], ink, 0.4)),
    circle(fx + 10, fy - 6, 104, accent),
    circle(fx + 52, fy - 34, 26, spark),
  ];
  for (let sheet = 0; sheet < sheets; sheet++) {
    const share = (sheet + 1) / sheets;
    const size = 118 + sheet * 66 + sheet * sheet * 5;
    const points: Point[] = [];
    const corners = 18 + sheet * 2;
    for (let corner = 0; corner < corners; corner++) {
      const angle = (corner / corners) * Math.PI * 2;
      const wobble =
        1 +
        random.noise(Math.cos(angle) * 1.3 + sheet * 0.35, Math.sin(angle) * 1.3 + 7) * (0.3 + sheet * 0.03);
      points.push([
        fx + Math.cos(angle + sheet * 0.1) * size * wobble * 1.28 - sheet * 12,
        fy + Math.sin(angle + sheet * 0.1) * size * wobble * 0.86 + sheet * 6,
      ]);
    }
    const hole = curve(points, true);
    parts.push(
      lay(
        `M-40-40H${width + 40}V${height + 40}H-40Z${hole}`,
        hole,
        sheet === 4 ? blend(accent, paper, 0.15) : toneAt(palette, 0.95 - share * 0.98),
        ink,
      ),
    );
  }
  return { svg: parts.join(''), ...focal(fx, fy) };
};

/** Wavy sheets, the darkest in front, and a disc that comes up behind them. */
const hills: Generator = ({ random, palette }) => {
  const { paper, ink, accent, spark } = palette;
  const sheets = random.whole(7, 9);
  const [fx, fy, r] = [
    width * random.between(0.56, 0.72),
    height * random.between(0.24, 0.32),
    random.between(110, 160),
  ];
  const bright = random.whole(2, sheets - 3);
  const parts = [
    fillAll(blend(palette.tones[0], paper, 0.4)),
    ...[3.1, 2.3, 1.6].map((ring) => circle(fx, fy, r * ring, paper, ' opacity=".45"')),
    circle(fx, fy, r, accent),
  ];
  for (let sheet = 0; sheet < sheets; sheet++) {
    const base = height * (0.32 + (sheet / sheets) * 0.66);
    const points: Point[] = Array.from({ length: 13 }, (_, index) => [
      (index / 12) * (width + 120) - 60,
      base + random.noise(index / (3.4 - sheet * 0.12) + sheet * 13, sheet * 3.7) * (150 - sheet * 8),
    ]);
    const edge = curve(points);
    parts.push(
      lay(
        `${edge}V${height + 60}H-60Z`,
        edge,
        sheet === bright ? spark : toneAt(palette, 0.12 + (sheet / sheets) * 0.9),
        ink,
        -1,
      ),
    );
  }
  return { svg: parts.join(''), ...focal(fx, fy) };
};

/** Sheets put down one upon the other, each a little smaller and askew; the last is the one that counts. */
const pile: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const sheets = random.whole(9, 11);
  const [fx, fy] = [width * random.between(0.54, 0.66), height * random.between(0.44, 0.56)];
  let turn = random.between(-24, 24);
  const parts = [fillAll(blend(tones[4], ink, 0.35))];
  for (let sheet = 0; sheet < sheets; sheet++) {
    const share = sheet / (sheets - 1);
    turn += random.between(5, 15) * (random.chance(0.7) ? 1 : -1);
    const [w, h] = [1500 - share * 1230, 1090 - share * 910];
    const [x, y] = [fx + random.between(-34, 34) * (1 - share), fy + random.between(-26, 26) * (1 - share)];
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const edge = lines(
      [
        [-w, -h],
        [w, -h],
        [w, h],
        [-w, h],
      ].map(([px = 0, py = 0]) => [x + (px * cos - py * sin) / 2, y + (px * sin + py * cos) / 2] as const),
      true,
    );
    parts.push(
      lay(
        edge,
        edge,
        share === 1
          ? accent
          : sheet % 4 === 2
            ? blend(spark, paper, 0.2)
            : toneAt(palette, 0.9 - share * 0.9),
        ink,
      ),
    );
  }
  parts.push(circle(fx, fy, 44, spark));
  return { svg: parts.join(''), ...focal(fx, fy) };
};
