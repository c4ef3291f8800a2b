import { blend } from '../palette.ts';
import type { Random } from '../random.ts';
import { circle, fillAll, focal, height, n, path, rect, stroke, width } from '../svg.ts';
import type { Generator } from '../svg.ts';

/** How bright a thing is at a place of it: from 0 in the shade to 1 in the light; undefined where it is not. */
type Shade = (x: number, y: number) => number | undefined;

/** A turned body: its height in pixels and its radius by share of that, from the foot. */
interface Form {
  readonly tall: number;
  readonly outline: readonly (readonly [share: number, radius: number])[];
}

const bottle: Form = {
  tall: 640,
  outline: [
    [0, 92],
    [0.12, 118],
    [0.5, 124],
    [0.62, 92],
    [0.72, 40],
    [0.95, 36],
    [0.96, 50],
    [1, 50],
  ],
};
const flask: Form = {
  tall: 560,
  outline: [
    [0, 120],
    [0.08, 138],
    [0.3, 132],
    [0.62, 46],
    [0.7, 34],
    [0.94, 34],
    [0.95, 46],
    [1, 46],
  ],
};
const amphora: Form = {
  tall: 470,
  outline: [
    [0, 80],
    [0.3, 150],
    [0.55, 140],
    [0.75, 70],
    [0.88, 62],
    [1, 96],
  ],
};
const jar: Form = {
  tall: 400,
  outline: [
    [0, 104],
    [0.1, 128],
    [0.66, 140],
    [0.82, 108],
    [0.88, 118],
    [1, 118],
  ],
};
const lamp: Form = {
  tall: 600,
  outline: [
    [0, 110],
    [0.03, 104],
    [0.06, 22],
    [0.5, 18],
    [0.55, 24],
    [0.56, 160],
    [0.6, 156],
    [0.98, 84],
    [1, 78],
  ],
};
const goblet: Form = {
  tall: 300,
  outline: [
    [0, 60],
    [0.06, 64],
    [0.12, 26],
    [0.3, 26],
    [0.38, 90],
    [0.7, 150],
    [1, 176],
  ],
};
const cup: Form = {
  tall: 210,
  outline: [
    [0, 66],
    [0.06, 74],
    [0.1, 70],
    [0.5, 112],
    [1, 124],
  ],
};
const candle: Form = {
  tall: 420,
  outline: [
    [0, 96],
    [0.04, 96],
    [0.07, 20],
    [0.3, 20],
    [0.32, 56],
    [0.36, 56],
    [0.37, 26],
    [0.99, 24],
    [1, 6],
  ],
};

/** Which form stands left, right and in the middle. */
function deal(random: Random): [Form, Form, Form] {
  return [
    ...random.pick<[Form, Form]>([
      [bottle, amphora],
      [lamp, jar],
      [flask, amphora],
      [bottle, jar],
      [jar, flask],
      [lamp, amphora],
    ]),
    random.pick([goblet, cup, candle]),
  ];
}

interface Thing {
  readonly color: string;
  readonly shape: string;
  readonly shade: Shade;
}

const screen = 11;
const screenAngle = 0.39;

/** Vessels and fruit in two inks: flat colour beneath, a halftone screen on top, a little out of register. */
export const stillLife: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const table = height * random.between(0.68, 0.72);
  const fx = width * random.between(0.6, 0.68);
  const [left, right, middle] = deal(random);
  const things: Thing[] = [
    vessel(width * random.between(0.22, 0.27), table + 30, left, tones[2]),
    vessel(width * random.between(0.44, 0.47), table + 64, middle, tones[1]),
    ball(fx, table - 50, 176, accent),
    ball(fx + 235, table + 40, 104, spark),
    vessel(width * random.between(0.87, 0.9), table + 10, right, tones[3]),
    ball(width * 0.36, table + 96, 78, blend(tones[2], spark, 0.5)),
  ];
  const parts = [
    fillAll(blend(tones[0], paper, 0.2)),
    rect(0, table, width, height - table, blend(tones[1], paper, 0.35)),
  ];
  const window = [width * 0.06, -20, 400, height * 0.56] as const;
  parts.push(
    rect(...window, paper, ' opacity=".75" transform="skewX(-9)"'),
    rect(window[0] + 440, window[1], window[2], window[3], paper, ' opacity=".75" transform="skewX(-9)"'),
  );
  const shades = new Map<number, string>();
  const [cos, sin] = [Math.cos(screenAngle), Math.sin(screenAngle)];
  for (let u = -40; u < 200; u++) {
    for (let v = -80; v < 140; v++) {
      const [x, y] = [(u * cos - v * sin) * screen, (u * sin + v * cos) * screen];
      if (x < -10 || x > width + 10 || y < -10 || y > height + 10) continue;
      let bright: number | undefined;
      for (const thing of things) bright = thing.shade(x, y) ?? bright;
      bright ??=
        y < table
          ? 0.98 - Math.max(0, (x - width * 0.4) / width) * 0.34 - (y / height) * 0.06
          : 0.92 - shadowAt(x, y) * 0.62;
      const size = Math.round((1 - bright) ** 0.72 * screen * 1.12);
      if (size > 1) shades.set(size, `${shades.get(size) ?? ''}M${n(x)} ${n(y)}h0`);
    }
  }
  for (const { color, shape } of things) parts.push(path(shape, color, ' transform="translate(-7 5)"'));
  for (const [size, d] of [...shades].toSorted(([a], [b]) => a - b))
    parts.push(stroke(d, ink, size, ' stroke-linecap="round"'));
  parts.push(
    stroke(`M${n(fx - 6)} ${n(table - 222)}q8-46 46-62`, ink, 9, ' stroke-linecap="round"'),
    path(`M${n(fx + 36)} ${n(table - 280)}q70-40 118 6q-66 40-118-6z`, tones[3]),
    circle(fx - 62, table - 118, 26, paper, ' opacity=".85"'),
  );
  return { svg: parts.join(''), ...focal(fx, table - 60) };

  /** Shadows fall to the right of everything that stands on the table. */
  function shadowAt(x: number, y: number): number {
    let dark = 0;
    for (const [tx, ty, rx] of [
      [0.25, 50, 230],
      [0.455, 76, 130],
      [fx / width, 118, 250],
      [(fx + 235) / width, 136, 160],
      [0.885, 30, 200],
      [0.36, 168, 120],
    ] as const) {
      dark = Math.max(dark, Math.exp(-(((x - tx * width - 90) / rx) ** 2 + ((y - table - ty) / 30) ** 2)));
    }
    return dark;
  }
};

function ball(x: number, y: number, r: number, color: string): Thing {
  return {
    color,
    shape: `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-r * 2)} 0z`,
    shade: (px, py) => {
      const [dx, dy] = [(px - x) / r, (py - y) / r];
      const rest = 1 - dx * dx - dy * dy;
      return rest < 0 ? undefined : light(dx, dy, Math.sqrt(rest));
    },
  };
}

function vessel(x: number, foot: number, { tall, outline }: Form, color: string): Thing {
  const radiusAt = (share: number): number => {
    for (let index = 1; index < outline.length; index++) {
      const [[s1, r1], [s2, r2]] = [outline[index - 1] ?? [0, 0], outline[index] ?? [1, 0]];
      if (share <= s2) {
        const t = (share - s1) / (s2 - s1);
        return r1 + (r2 - r1) * t * t * (3 - 2 * t);
      }
    }
    return 0;
  };
  const side: [number, number][] = Array.from({ length: 41 }, (_, step) => [
    radiusAt(step / 40),
    foot - (step / 40) * tall,
  ]);
  const shape = `M${side.map(([r, y]) => `${n(x - r)} ${n(y)}`).join('L')}L${side
    .toReversed()
    .map(([r, y]) => `${n(x + r)} ${n(y)}`)
    .join('L')}Q${n(x)} ${n(foot + (side[0]?.[0] ?? 0) * 0.3)} ${n(x - (side[0]?.[0] ?? 0))} ${n(foot)}Z`;
  return {
    color,
    shape,
    shade: (px, py) => {
      const share = (foot - py) / tall;
      if (share < -0.01 || share > 1) return undefined;
      const across = (px - x) / Math.max(1, radiusAt(Math.max(0, share)));
      return Math.abs(across) > 1 ? undefined : light(across, -0.1, Math.sqrt(1 - across * across));
    },
  };
}

/** Light from the upper left, a little back from the right. */
function light(nx: number, ny: number, nz: number): number {
  const direct = Math.max(0, -0.62 * nx - 0.5 * ny + 0.6 * nz);
  const back = Math.max(0, 0.9 * nx + 0.2 * ny) * 0.22;
  return Math.min(1, 0.1 + direct * 1.02 + back);
}
