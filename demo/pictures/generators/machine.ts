import { blend } from '../palette.ts';
import { circle, fillAll, focal, height, lines, n, path, rect, stroke, width } from '../svg.ts';
import type { Generator, Point, Scene } from '../svg.ts';

/** Machines in section, every part at work but one that is being looked at: a train of gears, a press, or a wall of pipes. */
export const machine: Generator = (scene) => scene.random.pick([gearTrain, press, pipes])(scene);

/** Pixels of arc from tooth to tooth: the same on all, so that they mesh. */
const toothPitch = 46;

const gearTrain: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const dark = random.chance(0.5);
  const ground = dark ? blend(tones[4], ink, 0.4) : blend(tones[0], paper, 0.35);
  const parts = [fillAll(ground), grid(dark ? tones[3] : tones[1])];
  const teethOf = (r: number) => Math.round((2 * Math.PI * r) / toothPitch);
  interface Wheel {
    readonly x: number;
    readonly y: number;
    readonly r: number;
    readonly phase: number;
  }
  const from = (random.between(17, 21) * 2 * toothPitch) / (2 * Math.PI);
  const wheels: Wheel[] = [
    { x: width * random.between(0.1, 0.2), y: height * random.between(0.62, 0.86), r: from, phase: 0 },
  ];
  const directions = [
    random.between(-0.75, -0.5),
    random.between(0.3, 0.7),
    random.between(-1.1, -0.6),
    random.between(0.1, 0.6),
    random.between(-0.9, -0.4),
    random.between(0.7, 1.2),
  ];
  for (const [index, direction] of directions.entries()) {
    const before = wheels.at(-1);
    if (!before) break;
    const teeth = index === 1 ? 28 : random.pick([11, 14, 18, 22]);
    const r = (teeth * toothPitch) / (2 * Math.PI);
    const phase = direction + Math.PI - ((before.phase - direction) * before.r) / r + Math.PI / teeth;
    wheels.push({
      x: before.x + Math.cos(direction) * (before.r + r),
      y: before.y + Math.sin(direction) * (before.r + r),
      r,
      phase,
    });
  }
  const chosen = wheels[2] ?? wheels[0];
  if (!chosen) throw new Error('A train has gears.');
  for (const { x, y, r } of wheels)
    parts.push(circle(x + 26, y + 30, r + 12, ink, ` opacity="${dark ? 0.35 : 0.13}"`));
  // A belt to a pulley out of sight, behind everything.
  const last = wheels.at(-2) ?? chosen;
  parts.push(
    stroke(
      `M${n(last.x - 60)} ${n(last.y)}L${n(last.x - 190)} -40M${n(last.x + 60)} ${n(last.y)}L${n(last.x + 100)} -40`,
      dark ? tones[1] : ink,
      13,
      ' opacity=".8"',
    ),
  );
  const colors = dark
    ? [tones[2], tones[3], tones[1], blend(tones[2], paper, 0.4)]
    : [tones[3], tones[2], tones[4], tones[1]];
  for (const [index, { x, y, r, phase }] of wheels.entries()) {
    const color = x === chosen.x ? accent : (colors[index % colors.length] ?? tones[2]);
    parts.push(
      path(gear(x, y, r, teethOf(r), phase), color),
      stroke(gear(x, y, r, teethOf(r), phase), blend(color, ink, 0.35), 3),
    );
    const spokes = r > 190 ? 6 : r > 110 ? 5 : 0;
    const hole = blend(ground, ink, dark ? 0.25 : 0.06);
    if (spokes > 0)
      for (let spoke = 0; spoke < spokes; spoke++)
        parts.push(
          path(
            window(
              x,
              y,
              r * 0.36,
              r * 0.76,
              phase + (spoke * 2 * Math.PI) / spokes,
              (Math.PI / spokes) * 0.72,
            ),
            hole,
          ),
        );
    else parts.push(circle(x, y, r * 0.62, blend(color, ink, 0.14)));
    parts.push(
      circle(x, y, r * 0.25, blend(color, paper, 0.3)),
      circle(x, y, r * 0.25 - 7, blend(color, ink, 0.25)),
      circle(x, y, Math.max(10, r * 0.09), x === chosen.x ? spark : paper),
    );
  }
  const [px, py] = [chosen.x + Math.cos(-0.9) * chosen.r * 0.56, chosen.y + Math.sin(-0.9) * chosen.r * 0.56];
  parts.push(
    stroke(
      `M${n(px)} ${n(py)}L${n(width * 0.98)} ${n(height * 0.1)}`,
      blend(paper, tones[0], 0.4),
      25,
      ' stroke-linecap="round"',
    ),
    circle(px, py, 27, ink),
    circle(px, py, 11, spark),
  );
  return { svg: parts.join(''), ...focal(chosen.x, chosen.y) };
};

/** Outline of a gear with a tooth at `phase`. */
function gear(x: number, y: number, r: number, teeth: number, phase: number): string {
  const points: Point[] = [];
  const step = (2 * Math.PI) / teeth;
  for (let tooth = 0; tooth < teeth; tooth++) {
    const at = phase + tooth * step;
    for (const [turn, out] of [
      [-0.3, -13],
      [-0.15, 14],
      [0.15, 14],
      [0.3, -13],
    ] as const) {
      points.push([x + Math.cos(at + turn * step) * (r + out), y + Math.sin(at + turn * step) * (r + out)]);
    }
  }
  return lines(points, true);
}

/** A window between two spokes. */
function window(x: number, y: number, inner: number, outer: number, at: number, half: number): string {
  const on = (r: number, angle: number) => `${n(x + Math.cos(angle) * r)} ${n(y + Math.sin(angle) * r)}`;
  return (
    `M${on(outer, at - half)}A${n(outer)} ${n(outer)} 0 0 1 ${on(outer, at + half)}L${on(inner, at + half * 0.6)}A${n(inner)} ${n(inner)} 0 0 0 ` +
    `${on(inner, at - half * 0.6)}Z`
  );
}

function grid(color: string): string {
  let d = '';
  for (let x = 40; x < width; x += 80) d += `M${x} 0V${height}`;
  for (let y = 30; y < height; y += 80) d += `M0 ${y}H${width}`;
  return stroke(d, color, 1.2, ' opacity=".45"');
}

/** Paper on its way over the rollers of a press. */
const press: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const wall = blend(tones[1], paper, random.between(0.1, 0.5));
  const parts = [fillAll(wall)];
  for (let bolt = 0; bolt < 9; bolt++)
    parts.push(rect(bolt * 200 - 40, 0, 12, height, tones[2], ' opacity=".25"'));
  const count = random.whole(5, 6);
  const rollers = Array.from({ length: count }, (_, index) => ({
    x: 120 + (index / (count - 1)) * 1370,
    y: index % 2 === 0 ? random.between(310, 410) : random.between(690, 770),
    r: random.between(88, 128),
  }));
  const chosen = rollers[count - 2] ?? rollers[0];
  if (!chosen) throw new Error('A press has rollers.');
  chosen.r = 205;
  // The web runs over the upper rollers and under the lower ones.
  let web = `M-60 ${n((rollers[0]?.y ?? 0) + 260)}`;
  for (const [index, { x, y, r }] of rollers.entries()) {
    const over = index % 2 === 0;
    web += `L${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 0 ${over ? 1 : 0} ${n(x + r)} ${n(y)}`;
  }
  web += `L${width + 80} ${n((rollers.at(-1)?.y ?? 0) + (count % 2 === 0 ? -420 : 420))}`;
  parts.push(
    rect(0, 130, width, 74, tones[3]),
    rect(0, 130, width, 10, tones[2]),
    rect(0, 870, width, 210, blend(tones[4], ink, 0.35)),
    rect(0, 870, width, 12, tones[3]),
  );
  for (const { x } of rollers)
    parts.push(
      rect(x - 42, 150, 84, 760, blend(tones[3], tones[4], 0.5)),
      rect(x - 42, 150, 16, 760, tones[2], ' opacity=".7"'),
    );
  parts.push(stroke(web, ink, 46, ' stroke-linejoin="round" opacity=".16" transform="translate(12 26)"'));
  for (const [index, { x, y, r }] of rollers.entries()) {
    const body = x === chosen.x ? accent : index % 3 === 0 ? tones[4] : tones[3];
    parts.push(
      circle(x, y, r - 9, body),
      circle(x, y, r - 9, ink, ' opacity=".12"'),
      circle(x - r * 0.06, y - r * 0.08, r * 0.78, blend(body, paper, 0.1)),
      circle(x, y, r * 0.52, blend(body, ink, 0.28)),
    );
    for (let bolt = 0; bolt < 6; bolt++) {
      parts.push(
        circle(
          x + Math.cos(bolt * 1.047 + index) * r * 0.36,
          y + Math.sin(bolt * 1.047 + index) * r * 0.36,
          r * 0.055,
          spark,
        ),
      );
    }
    parts.push(circle(x, y, r * 0.16, paper), circle(x, y, r * 0.07, ink));
  }
  parts.push(
    stroke(web, blend(paper, '#ffffff', 0.6), 20, ' stroke-linejoin="round"'),
    stroke(web, tones[2], 20, ' stroke-dasharray="3 64" opacity=".9"'),
    stroke(web, accent, 9, ' stroke-dasharray="34 120 12 60" opacity=".95"'),
  );
  // Sheets that have come off already.
  const pile = random.between(120, 420);
  for (let sheet = 0; sheet < 15; sheet++) {
    parts.push(
      rect(
        pile + random.between(-9, 9),
        1010 - sheet * 10,
        330,
        8,
        sheet % 4 === 3 ? tones[1] : blend(paper, '#ffffff', 0.5),
      ),
    );
  }
  return { svg: parts.join(''), ...focal(chosen.x, chosen.y) };
};

/** Pipes, gauges, and the one valve that matters. */
const pipes: Generator = (scene) => {
  const { random, palette } = scene;
  const { paper, ink, tones, accent, spark } = palette;
  const cell = 118;
  const parts = [fillAll(blend(tones[4], ink, 0.45))];
  for (let tile = 0; tile < 130; tile++) {
    parts.push(
      rect(
        random.whole(0, 13) * cell + 3,
        random.whole(0, 9) * cell + 3,
        cell - 6,
        cell - 6,
        random.chance(0.5) ? tones[4] : ink,
        ' opacity=".35"',
      ),
    );
  }
  const pipe = (d: string, color: string, thick: number) =>
    stroke(d, ink, thick + 14, ' stroke-linejoin="round" opacity=".5" transform="translate(9 12)"') +
    stroke(d, color, thick, ' stroke-linejoin="round"') +
    stroke(
      d,
      blend(color, paper, 0.45),
      thick * 0.22,
      ` stroke-linejoin="round" transform="translate(${n(-thick * 0.16)} ${n(-thick * 0.18)})"`,
    );
  const colors = [
    tones[1],
    tones[2],
    tones[3],
    tones[2],
    blend(tones[1], paper, 0.3),
    spark,
    tones[3],
    tones[2],
    tones[1],
  ];
  for (const [index, color] of colors.entries()) {
    let [x, y, d] = index % 2 === 0 ? [-60, (index + 0.8) * cell, ''] : [(index * 1.4 + 0.5) * cell, -60, ''];
    d = `M${n(x)} ${n(y)}`;
    let across = index % 2 === 0;
    while (x < width + 80 && y < height + 80 && y > -80) {
      const run = random.whole(2, 5) * cell;
      if (across) x += run;
      else y += y > height * 0.6 && random.chance(0.6) ? -run : run;
      d += `L${n(x)} ${n(y)}`;
      across = !across;
    }
    const thick = random.pick([30, 38, 48, 58]);
    parts.push(pipe(d, color, thick));
    for (const [, joint = '', at = ''] of [...d.matchAll(/L(-?[\d.]+) (-?[\d.]+)/g)].slice(0, -1)) {
      parts.push(
        circle(Number(joint), Number(at), thick * 0.72, blend(color, ink, 0.3)),
        circle(Number(joint), Number(at), thick * 0.5, color),
      );
    }
  }
  const [fx, fy] = [width * random.between(0.58, 0.7), height * random.between(0.4, 0.58)];
  for (const [dx, dy, r] of [
    [-590, -230, 112],
    [-420, 215, 86],
    [290, -270, 92],
  ] as const) {
    parts.push(gauge(scene, fx + dx + random.between(-50, 50), fy + dy, r));
  }
  parts.push(
    pipe(`M${n(fx)} ${height + 60}V-60`, tones[2], 92),
    rect(fx - 76, fy - 108, 152, 216, blend(tones[3], ink, 0.2), ' rx="16"'),
  );
  parts.push(
    circle(fx + 14, fy + 20, 214, ink, ' opacity=".4"'),
    stroke(`M${n(fx - 184)} ${n(fy)}a184 184 0 1 0 368 0a184 184 0 1 0-368 0`, accent, 46),
  );
  for (let spoke = 0; spoke < 5; spoke++) {
    parts.push(
      stroke(
        `M${n(fx)} ${n(fy)}L${n(fx + Math.cos(spoke * 1.2566 + 0.4) * 180)} ${n(fy + Math.sin(spoke * 1.2566 + 0.4) * 180)}`,
        accent,
        25,
      ),
    );
  }
  parts.push(
    stroke(
      `M${n(fx - 196)} ${n(fy - 8)}a196 196 0 0 1 196-190`,
      blend(accent, paper, 0.5),
      9,
      ' stroke-linecap="round"',
    ),
    circle(fx, fy, 52, blend(accent, ink, 0.25)),
    circle(fx, fy, 22, spark),
  );
  return { svg: parts.join(''), ...focal(fx, fy) };
};

function gauge(
  { random, palette: { paper, ink, tones, accent } }: Scene,
  x: number,
  y: number,
  r: number,
): string {
  let ticks = '';
  for (let tick = 0; tick <= 12; tick++) {
    const at = Math.PI * (0.75 + (tick / 12) * 1.5);
    const inner = tick % 3 === 0 ? 0.62 : 0.72;
    ticks += `M${n(x + Math.cos(at) * r * inner)} ${n(y + Math.sin(at) * r * inner)}L${n(x + Math.cos(at) * r * 0.82)} ${n(y + Math.sin(at) * r * 0.82)}`;
  }
  const hand = Math.PI * (0.75 + random.between(0.2, 0.95) * 1.5);
  return (
    circle(x + 10, y + 14, r + 4, ink, ' opacity=".45"') +
    circle(x, y, r, tones[1]) +
    circle(x, y, r * 0.9, paper) +
    stroke(ticks, ink, r * 0.04) +
    stroke(
      `M${n(x - Math.cos(hand) * r * 0.2)} ${n(y - Math.sin(hand) * r * 0.2)}L${n(x + Math.cos(hand) * r * 0.66)} ${n(y + Math.sin(hand) * r * 0.66)}`,
      accent,
      r * 0.075,
      ' stroke-linecap="round"',
    ) +
    circle(x, y, r * 0.1, ink)
  );
}
