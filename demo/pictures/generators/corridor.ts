import { blend } from '../palette.ts';
import {
  circle,
  fillAll,
  focal,
  height,
  lines,
  n,
  path,
  rect,
  stroke,
  verticalGradient,
  width,
} from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

/** A long way to go: a hall with doors, an arcade in low sun, or an aisle between shelves. */
export const corridor: Generator = (scene) => scene.random.pick([hall, arcade, aisle])(scene);

/** Projects a room seen from its near end: `x` and `y` from the vanishing point, `z` from 1 (here) away. */
const eyeAt =
  (vx: number, vy: number) =>
  (x: number, y: number, z: number): Point => [vx + x / z, vy + y / z];

/** A small figure with its feet at a place. */
function figure(x: number, y: number, tall: number, color: string, coat: string): string {
  const s = tall / 100;
  return (
    `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(s * 1000) / 1000})">${path('M-16 0l5-46h22l6 46h-9l-7-34-8 34z', color)}` +
    `${path('M-18-40l6-40q12-10 25 0l7 40q-19 9-38 0z', coat)}${circle(1, -91, 10, color)}</g>`
  );
}

const hall: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const [vx, vy] = [width * random.between(0.56, 0.68), height * random.between(0.4, 0.5)];
  const at = eyeAt(vx, vy);
  const night = random.chance(0.55);
  const [left, right, top, bottom, far] = [-vx - 420, width - vx + 420, -vy - 330, height - vy + 330, 9];
  const opened = random.whole(2, 4);
  const shade = (color: string, z: number) =>
    blend(color, night ? ink : paper, night ? 0.62 - Math.min(0.5, z / 13) : Math.min(0.5, z / 16));
  const parts = [fillAll(ink)];
  const wall = tones[2];
  for (let z = 1; z < far; z++) {
    const quad = (points: readonly (readonly [number, number, number])[]) =>
      lines(
        points.map(([x, y, depth]) => at(x, y, depth)),
        true,
      );
    const next = z + 1;
    parts.push(
      path(
        quad([
          [left, top, z],
          [right, top, z],
          [right, top, next],
          [left, top, next],
        ]),
        shade(z % 2 ? tones[1] : blend(tones[1], tones[2], 0.25), z),
      ),
    );
    for (let column = 0; column < 8; column++) {
      for (const half of [0, 0.5]) {
        const [a, b] = [left + ((right - left) * column) / 8, left + ((right - left) * (column + 1)) / 8];
        const light = (column + (half === 0 ? 0 : 1)) % 2 === 0;
        parts.push(
          path(
            quad([
              [a, bottom, z + half],
              [b, bottom, z + half],
              [b, bottom, z + half + 0.5],
              [a, bottom, z + half + 0.5],
            ]),
            shade(light ? tones[0] : tones[3], z),
          ),
        );
      }
    }
    for (const [x, side] of [
      [left, 0],
      [right, 1],
    ] as const) {
      parts.push(
        path(
          quad([
            [x, top, z],
            [x, bottom, z],
            [x, bottom, next],
            [x, top, next],
          ]),
          shade(side ? wall : blend(wall, tones[3], 0.35), z),
        ),
      );
      parts.push(
        path(
          quad([
            [x, bottom * 0.52, z],
            [x, bottom, z],
            [x, bottom, next],
            [x, bottom * 0.52, next],
          ]),
          shade(side ? tones[3] : tones[4], z),
        ),
      );
      const open = side === 0 && z === opened;
      const [near, away] = [z + 0.22, z + 0.74];
      if (z > 1 || side === 1) {
        const frame = quad([
          [x, -bottom * 0.32, near - 0.05],
          [x, bottom, near - 0.05],
          [x, bottom, away + 0.05],
          [x, -bottom * 0.32, away + 0.05],
        ]);
        const leaf = quad([
          [x, -bottom * 0.28, near],
          [x, bottom, near],
          [x, bottom, away],
          [x, -bottom * 0.28, away],
        ]);
        parts.push(
          path(frame, shade(tones[0], z)),
          path(
            leaf,
            open ? spark : shade((z + side) % 3 === 0 ? tones[4] : blend(tones[3], accent, 0.15), z),
          ),
        );
        const [kx, ky] = at(x, bottom * 0.42, side === 0 ? away - 0.08 : near + 0.08);
        if (!open) parts.push(circle(kx, ky, 16 / z, spark));
        else
          parts.push(
            path(
              quad([
                [x, bottom, near],
                [x, bottom, away],
                [x + (right - left) * 0.52, bottom, away + 1],
                [x + (right - left) * 0.62, bottom, near + 0.7],
              ]),
              spark,
              ' opacity=".55"',
            ),
          );
      }
    }
    const lamp = quad([
      [-190, top, z + 0.3],
      [190, top, z + 0.3],
      [190, top, z + 0.62],
      [-190, top, z + 0.62],
    ]);
    if (z % 2 === 1) parts.push(path(lamp, night ? blend(spark, paper, 0.5) : '#ffffff'));
  }
  const end = [at(left, top, far), at(right, bottom, far)] as const;
  const [ex, ey, ew, eh] = [end[0][0], end[0][1], end[1][0] - end[0][0], end[1][1] - end[0][1]];
  parts.push(
    rect(ex, ey, ew, eh, blend(spark, paper, 0.55)),
    rect(ex + ew * 0.24, ey + eh * 0.14, ew * 0.52, eh * 0.5, accent),
    stroke(`M${n(ex + ew / 2)} ${n(ey + eh * 0.14)}v${n(eh * 0.5)}`, paper, 4),
  );
  const [px, py] = at(random.between(-420, 330), bottom, random.between(2.7, 5));
  parts.push(
    path(`M${n(px - 12)} ${n(py)}h26l${n((px - vx) * 0.9 + 40)} 260h-70z`, ink, ' opacity=".45"'),
    figure(px, py, 205, ink, accent),
  );
  return { svg: parts.join(''), ...focal(px, py - 100) };
};

/** Arches along a square, everybody gone but one. */
const arcade: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const [vx, vy] = [width * random.between(0.66, 0.76), height * random.between(0.48, 0.55)];
  const at = eyeAt(vx, vy);
  const sky = verticalGradient(
    'sky',
    random.pick([
      [
        [0, tones[4]],
        [0.7, tones[2]],
        [1, blend(spark, paper, 0.3)],
      ],
      [
        [0, tones[3]],
        [1, blend(tones[0], spark, 0.4)],
      ],
      [
        [0, blend(tones[2], paper, 0.2)],
        [1, paper],
      ],
    ] as const),
  );
  const ground = blend(tones[1], spark, 0.3);
  const parts = [
    `<defs>${sky.defs}</defs>`,
    rect(0, 0, width, vy + 4, sky.url),
    rect(0, vy, width, height - vy, ground),
  ];
  const [wx, top, floor, far, bays] = [-vx - 120, -vy - 420, height - vy + 120, 8.5, 9];
  const [sunX, sunY] = [vx + random.between(70, 170), vy - random.between(130, 230)];
  parts.push(circle(sunX, sunY, 64, random.chance(0.5) ? accent : blend(spark, paper, 0.4)));
  // Far hills and a tower by the road that everything points to.
  parts.push(
    path(`M${n(vx - 500)} ${n(vy + 4)}q260-100 460-26t460-24t420 50z`, blend(tones[3], tones[2], 0.4)),
    rect(vx + 196, vy - 190, 46, 194, tones[4]),
    path(`M${n(vx + 188)} ${n(vy - 188)}h62l-31-54z`, accent),
  );
  const wallFace = [at(wx, top, 1), at(wx, top, far), at(wx, floor, far), at(wx, floor, 1)];
  const lit = blend(paper, spark, random.between(0.1, 0.3));
  // Depth of the place between two bays, spaced evenly in the world.
  const depth = (bay: number) => 1 + (bay / bays) * (far - 1);
  parts.push(
    path(
      lines(
        [
          at(wx, floor, 1),
          at(wx, floor, far),
          at(wx + 1500, floor, far),
          at(wx + 2300, floor, 1),
          [vx + 200, height + 60],
          [-60, height + 60],
        ],
        true,
      ),
      blend(tones[4], ink, 0.35),
      ' opacity=".82"',
    ),
  );
  parts.push(path(lines(wallFace, true), lit));
  for (let bay = 0; bay < bays; bay++) {
    const [near, away] = [depth(bay) + 0.14, depth(bay + 1) - 0.14];
    const spring = -120;
    const curveTop = Array.from({ length: 13 }, (_, step) => {
      const angle = (step / 12) * Math.PI;
      return at(wx, spring - Math.sin(angle) * 330, near + ((away - near) * (1 - Math.cos(angle))) / 2);
    });
    parts.push(
      path(lines([at(wx, floor, near), ...curveTop, at(wx, floor, away)], true), blend(ink, tones[4], 0.3)),
    );
    const inner = Array.from({ length: 13 }, (_, step) => {
      const angle = (step / 12) * Math.PI;
      return at(
        wx,
        spring - Math.sin(angle) * 330,
        near + 0.12 + ((away - near - 0.12) * (1 - Math.cos(angle))) / 2,
      );
    });
    parts.push(path(lines([at(wx, floor, near + 0.12), ...inner, at(wx, floor, away)], true), tones[4]));
    for (const level of [0, 1]) {
      const [t, b] = [-620 - level * 330, -500 - level * 330 + 60];
      parts.push(
        path(
          lines(
            [at(wx, t, near + 0.22), at(wx, t, away - 0.22), at(wx, b, away - 0.22), at(wx, b, near + 0.22)],
            true,
          ),
          (bay + level) % 4 === 1 ? accent : blend(tones[4], tones[3], 0.5),
        ),
      );
    }
    // Sun through the arch onto the square.
    parts.push(
      path(
        lines(
          [
            at(wx + 60, floor, near + 0.1),
            at(wx + 60, floor, away),
            at(wx + 1180, floor, away + 0.4),
            at(wx + 1180, floor, near + 0.62),
          ],
          true,
        ),
        ground,
        ' opacity=".92"',
      ),
    );
  }
  for (const y of [-500, -1130])
    parts.push(
      path(lines([at(wx, y, 1), at(wx, y, far), at(wx, y + 34, far), at(wx, y + 34, 1)], true), tones[2]),
    );
  const [px, py] = at(random.between(-260, 120), floor, random.between(2.5, 3.1));
  const long = (px - sunX) * 0.95;
  parts.push(
    path(`M${n(px - 11)} ${n(py)}h24L${n(px + long + 30)} ${n(py + 250)}h-64z`, ink, ' opacity=".7"'),
    figure(px, py, 190, ink, accent),
    circle(px + 120, py + 8, 13, accent),
  );
  return { svg: parts.join(''), ...focal(px, py - 90) };
};

/** Shelves on both sides, spines of all thicknesses, one lamp. */
const aisle: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const [vx, vy] = [width * random.between(0.38, 0.62), height * random.between(0.42, 0.5)];
  const at = eyeAt(vx, vy);
  const [half, up, down, far] = [980, -880, 900, 8];
  const warm = random.chance(0.5);
  const glow = warm ? spark : blend(tones[0], paper, 0.5);
  const parts = [
    fillAll(blend(ink, tones[4], 0.3)),
    path(
      lines([at(-half, down, 0.8), at(half, down, 0.8), at(half, down, far), at(-half, down, far)], true),
      tones[3],
    ),
    path(
      lines([at(-330, down, 0.8), at(330, down, 0.8), at(330, down, far), at(-330, down, far)], true),
      blend(accent, ink, 0.35),
    ),
    path(
      lines([at(-half, up, 0.8), at(half, up, 0.8), at(half, up, far), at(-half, up, far)], true),
      blend(tones[4], ink, 0.6),
    ),
  ];
  const colors = [
    tones[0],
    tones[1],
    tones[2],
    tones[3],
    blend(tones[1], paper, 0.5),
    blend(accent, tones[3], 0.5),
    blend(spark, tones[1], 0.4),
    tones[2],
    blend(tones[4], tones[3], 0.4),
  ];
  const shelves = 6;
  for (const side of [-1, 1]) {
    const x = half * side;
    parts.push(
      path(
        lines([at(x, up, 0.75), at(x, down, 0.75), at(x, down, far), at(x, up, far)], true),
        blend(ink, tones[4], 0.4),
      ),
    );
    for (let shelf = 0; shelf < shelves; shelf++) {
      const [high, low] = [up + ((down - up) * shelf) / shelves, up + ((down - up) * (shelf + 1)) / shelves];
      for (let z = far; z > 0.75; ) {
        const thick = random.between(0.014, 0.05) * (0.7 + z * 0.42);
        const lean = random.chance(0.05) ? 0.05 : 0;
        const tall = (low - high) * random.between(0.62, 0.9);
        const near = Math.max(0.75, z - thick);
        const dim = Math.min(0.72, Math.max(0, Math.abs(z - 3.6) * 0.15));
        if (!random.chance(0.04)) {
          parts.push(
            path(
              lines(
                [
                  at(x, low - tall, z + lean),
                  at(x, low, z),
                  at(x, low, near),
                  at(x, low - tall, near + lean),
                ],
                true,
              ),
              blend(random.pick([colors[0] ?? paper, ...colors]), ink, dim + (side < 0 ? 0.12 : 0)),
            ),
          );
        }
        z = near - thick * 0.08;
      }
      parts.push(
        path(
          lines(
            [at(x, low - 16, 0.75), at(x, low - 16, far), at(x, low + 16, far), at(x, low + 16, 0.75)],
            true,
          ),
          blend(tones[4], ink, 0.25),
        ),
        path(
          lines(
            [
              at(x, low - 16, 0.75),
              at(x, low - 16, far),
              at(x - side * 50, low - 16, far),
              at(x - side * 50, low - 16, 0.75),
            ],
            true,
          ),
          tones[3],
        ),
      );
    }
    for (const z of [1.3, 2.3, 3.6, 5.4]) {
      parts.push(
        path(
          lines(
            [
              at(x - side * 26, up, z),
              at(x - side * 26, down, z),
              at(x - side * 26, down, z + 0.09),
              at(x - side * 26, up, z + 0.09),
            ],
            true,
          ),
          blend(tones[4], ink, 0.3),
        ),
      );
    }
  }
  const [ex, ey] = at(-half, up, far);
  const [ex2, ey2] = at(half, down, far);
  parts.push(
    rect(ex, ey, ex2 - ex, ey2 - ey, glow),
    circle((ex + ex2) / 2, (ey + ey2) / 2, 330, glow, ' opacity=".18"'),
    circle((ex + ex2) / 2, (ey + ey2) / 2, 220, glow, ' opacity=".2"'),
    stroke(
      `M${n((ex + ex2) / 2)} ${n(ey)}V${n(ey2)}M${n(ex)} ${n(ey + (ey2 - ey) * 0.4)}H${n(ex2)}`,
      tones[4],
      6,
    ),
  );
  for (const z of [1.9, 3, 4.6]) {
    const [lx, ly] = at(0, up * 0.5, z);
    parts.push(
      stroke(`M${n(lx)} ${n(ly)}V-20`, ink, 7 / z),
      circle(lx, ly + 30 / z, 220 / z, spark, ' opacity=".14"'),
      path(`M${n(lx - 80 / z)} ${n(ly + 40 / z)}q${n(80 / z)} ${n(-116 / z)} ${n(160 / z)} 0z`, accent),
      circle(lx, ly + 46 / z, 25 / z, blend(spark, paper, 0.5)),
    );
  }
  // Somebody has left a ladder.
  const way = random.chance(0.5) ? 1 : -1;
  const foot = at(way * half * 0.62, down, 2.2);
  const head = at(way * half * 0.96, up * 0.78, 2.5);
  let ladder = `M${n(foot[0] - 26)} ${n(foot[1])}L${n(head[0] - 22)} ${n(head[1])}M${n(foot[0] + 34)} ${n(foot[1] - 12)}L${n(head[0] + 26)} ${n(head[1] - 8)}`;
  for (let rung = 0.06; rung < 1; rung += 0.075) {
    ladder +=
      `M${n(foot[0] - 26 + (head[0] - foot[0] + 4) * rung)} ${n(foot[1] + (head[1] - foot[1]) * rung)}` +
      `L${n(foot[0] + 34 + (head[0] - foot[0] - 8) * rung)} ${n(foot[1] - 12 + (head[1] - foot[1] + 4) * rung)}`;
  }
  parts.push(stroke(ladder, accent, 11, ' stroke-linecap="round"'));
  return { svg: parts.join(''), ...focal((foot[0] + head[0]) / 2, (foot[1] + head[1]) / 2) };
};
