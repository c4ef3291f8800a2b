import { blend, paletteOf } from './palette.ts';
import { seededRandom } from './random.ts';
import { circle, curve, n, path, rect, stroke, verticalGradient } from './svg.ts';
import type { Point, Scene } from './svg.ts';

/** Pixels of a film, and its frames in a second and in all. */
export const film = { width: 640, height: 360, framesPerSecond: 10, frames: 80 } as const;

/** Draws one frame as what goes inside `<svg>`; `time` runs from 0 to 1, and 1 looks as 0 does, so that films go round. */
type FilmGenerator = (scene: Scene) => (time: number) => string;

const { width, height } = film;
const round = Math.PI * 2;

/** A sun, and swells that roll towards us. */
const tide: FilmGenerator = ({ random, palette: { paper, ink, tones, accent, spark } }) => {
  const [x, y, r] = [width * random.between(0.58, 0.72), height * random.between(0.3, 0.36), 68];
  const sky = verticalGradient('sky', [
    [0, tones[1]],
    [0.6, tones[0]],
    [1, blend(paper, spark, 0.3)],
  ]);
  const swells = Array.from({ length: 11 }, (_, index) => ({
    phase: random.next(),
    waves: random.whole(2, 3),
    speed: random.whole(1, 2),
    share: index / 10,
  }));
  const glints = Array.from({ length: 34 }, () => ({
    phase: random.next(),
    x: x + random.between(-70, 70),
    y: random.between(0.47, 0.95),
    w: random.between(10, 34),
  }));
  return (time) => {
    const parts = [
      `<defs>${sky.defs}</defs>`,
      rect(0, 0, width, height, sky.url),
      circle(x, y + Math.sin(time * round) * 3, r, accent),
    ];
    for (const { phase, waves, speed, share } of swells) {
      const base = height * (0.43 + 0.58 * share ** 1.5);
      const points: Point[] = Array.from({ length: 21 }, (_, index) => {
        const along = (index / 20) * waves - time * speed + phase;
        return [
          (index / 20) * (width + 40) - 20,
          base +
            Math.sin(along * round) * (2 + share * 13) +
            Math.sin((along * 2 + time * speed) * round) * (1 + share * 5),
        ];
      });
      const color = blend(
        blend(tones[1], tones[2], Math.min(1, share * 2.2)),
        ink,
        Math.max(0, share * 1.1 - 0.25),
      );
      parts.push(
        path(`${curve(points)}V${height}H-20Z`, color),
        stroke(curve(points), blend(color, paper, 0.45 - share * 0.25), 1 + share * 1.5),
      );
    }
    for (const glint of glints) {
      const light = Math.sin((time * 2 + glint.phase) * round);
      if (light > 0) {
        parts.push(
          rect(
            glint.x - (glint.w * light) / 2,
            height * glint.y,
            glint.w * light,
            2 + glint.y * 2,
            glint.phase < 0.3 ? spark : accent,
            ' rx="2"',
          ),
        );
      }
    }
    const [bx, by] = [width * 0.24, height * 0.55 + Math.sin((time * 2 + 0.2) * round) * 4];
    parts.push(
      `<g transform="rotate(${n(Math.sin(time * 2 * round) * 5)} ${n(bx)} ${n(by)})">${path(`M${n(bx - 26)} ${n(by)}h54l-10 13h-36z`, ink)}` +
        `${path(`M${n(bx)} ${n(by - 4)}v-52l-23 48z`, paper)}${path(`M${n(bx + 4)} ${n(by - 4)}v-46l19 44z`, accent)}</g>`,
    );
    return parts.join('');
  };
};

/** Planets on tilted ellipses; each goes round a whole number of times. */
const orbits: FilmGenerator = ({ random, palette: { paper, ink, tones, accent, spark } }) => {
  const [x, y] = [width * random.between(0.56, 0.66), height * 0.46];
  const stars = Array.from(
    { length: 130 },
    () => `M${n(random.between(0, width))} ${n(random.between(0, height))}h0`,
  ).join('');
  const planets = Array.from({ length: 7 }, (_, index) => ({
    rx: 74 + index * 50,
    turns: random.pick([1, 1, 2]),
    phase: random.next(),
    r: random.between(5, 9) + index * 1.6,
    color: random.pick([tones[1], tones[2], spark, paper]),
  }));
  return (time) => {
    const placed = planets.map((planet) => {
      const angle = (planet.phase + time * planet.turns) * round;
      return {
        ...planet,
        x: x + Math.cos(angle) * planet.rx,
        y: y + Math.sin(angle) * planet.rx * 0.36,
        near: Math.sin(angle),
      };
    });
    const planet = ({ x: px, y: py, r, near, color }: (typeof placed)[number]) =>
      circle(px, py, r * (1 + near * 0.25), color) +
      circle(px + (px - x) * 0.008 + r * 0.22, py + r * 0.2, r * 0.8, ink, ' opacity=".28"');
    const rings = planets.map(
      ({ rx }, index) =>
        `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(rx * 0.36)}" fill="none" stroke="${index % 3 === 0 ? tones[1] : tones[3]}" ` +
        `stroke-width="${index % 3 === 0 ? 1.6 : 1}" opacity=".8"/>`,
    );
    return [
      rect(0, 0, width, height, blend(ink, tones[4], 0.35)),
      stroke(stars, paper, 1.4, ' stroke-linecap="round" opacity=".6"'),
      `<g transform="rotate(-17 ${n(x)} ${n(y)})">`,
      ...rings,
      ...placed.filter(({ near }) => near <= 0).map(planet),
      circle(x, y, 66 + Math.sin(time * 2 * round) * 3, accent, ' opacity=".22"'),
      circle(x, y, 36, accent),
      circle(x, y, 27, blend(accent, paper, 0.4)),
      ...placed.filter(({ near }) => near > 0).map(planet),
      '</g>',
    ].join('');
  };
};

/** Lines in a slow current, and what drifts along them. */
const flow: FilmGenerator = ({ random, palette: { paper, ink, tones, accent, spark } }) => {
  const rows = Array.from({ length: 13 }, (_, index) => ({
    y: (index / 12) * (height + 80) - 40,
    phase: index * 0.07,
    color: random.pick([tones[1], tones[2], tones[2], tones[3], spark]),
    thick: random.between(7, 20),
  }));
  const drifting = Array.from({ length: 9 }, (_, index) => ({
    row: random.whole(2, 10),
    phase: random.next(),
    color: index % 3 === 0 ? accent : paper,
    r: random.between(4, 9),
  }));
  const [fx, fy] = [width * random.between(0.58, 0.7), height * random.between(0.36, 0.6)];
  const at = (rowY: number, phase: number, share: number, time: number): Point => {
    const px = share * (width + 80) - 40;
    const swirl = Math.exp(-(((px - fx) / 130) ** 2) - ((rowY - fy) / 90) ** 2);
    return [
      px,
      rowY +
        Math.sin((share * 1.5 + phase - time) * round) * 20 +
        Math.sin((share * 3 - phase * 2 + time * 2) * round) * 6 +
        swirl * Math.sign(rowY - fy + 0.1) * (52 + 10 * Math.sin(time * round)),
    ];
  };
  return (time) => {
    const parts = [rect(0, 0, width, height, blend(tones[4], ink, 0.45))];
    for (const { y, phase, color, thick } of rows) {
      parts.push(
        stroke(
          curve(Array.from({ length: 19 }, (_, step) => at(y, phase, step / 18, time))),
          color,
          thick,
          ' stroke-linecap="round" opacity=".85"',
        ),
      );
    }
    parts.push(
      circle(fx, fy, 40 + Math.sin(time * round) * 3, accent),
      circle(fx, fy, 24, blend(accent, paper, 0.35)),
    );
    for (const { row, phase, color, r } of drifting) {
      const line = rows[row];
      if (!line) continue;
      const [px, py] = at(line.y, line.phase, (phase + time) % 1, time);
      parts.push(circle(px, py, r, color));
    }
    return parts.join('');
  };
};

/** Films by the name that an article gives. */
export const filmGenerators = { tide, orbits, flow } as const satisfies Readonly<
  Record<string, FilmGenerator>
>;

/** Draws the frames of a film, one SVG each; the same `generator`, `seed` and `category` give the same texts everywhere. */
export function drawFilm({
  generator,
  seed,
  category,
}: {
  readonly generator: keyof typeof filmGenerators;
  readonly seed: string;
  readonly category: string;
}): string[] {
  const draw = filmGenerators[generator]({ random: seededRandom(seed), palette: paletteOf(category) });
  return Array.from(
    { length: film.frames },
    (_, frame) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw(frame / film.frames)}</svg>`,
  );
}
