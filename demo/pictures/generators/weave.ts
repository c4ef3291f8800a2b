import { blend } from '../palette.ts';
import { circle, fillAll, focal, height, n, stroke, width } from '../svg.ts';
import type { Generator } from '../svg.ts';

const cell = 178;
const offsets = [0.2, 0.4, 0.6, 0.8] as const;

/** Cables that cross square tiles in quarter circles; each tile turns them one way or the other. */
export const weave: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const dark = random.chance(0.55);
  const ground = dark ? ink : blend(paper, tones[0], 0.4);
  const colors = dark ? [tones[1], tones[2], tones[3], spark] : [tones[4], tones[3], tones[2], tones[1]];
  const [focalColumn, focalRow] = [random.whole(5, 6), random.whole(2, 3)];
  const parts = [fillAll(ground)];
  for (let row = -1; row <= height / cell; row++) {
    for (let column = -1; column <= width / cell; column++) {
      const [x, y] = [column * cell, row * cell];
      const flip = random.chance(0.5);
      const straight = random.chance(0.12);
      const arcs = (cx: number, cy: number, sx: number, sy: number) => {
        offsets.forEach((offset, index) => {
          const r = cell * offset;
          const sweep = sx * sy > 0 ? 1 : 0;
          const d = `M${n(cx + sx * r)} ${n(cy)}A${n(r)} ${n(r)} 0 0 ${sweep} ${n(cx)} ${n(cy + sy * r)}`;
          // Tracks pair up over the edge of a tile: first with fourth, second with third.
          const color =
            colors[Math.min(index, 3 - index) * 2 + (random.noise(column / 3, row / 3) > 0.1 ? 1 : 0)] ??
            tones[2];
          parts.push(stroke(d, ground, 30), stroke(d, color, 19));
        });
      };
      if (straight) {
        for (const [index, offset] of offsets.entries()) {
          const color = colors[Math.min(index, 3 - index) * 2] ?? tones[2];
          parts.push(stroke(`M${n(x)} ${n(y + cell * offset)}h${cell}`, color, 19));
        }
        for (const [index, offset] of offsets.entries()) {
          const color = colors[Math.min(index, 3 - index) * 2 + 1] ?? tones[2];
          parts.push(
            stroke(`M${n(x + cell * offset)} ${n(y)}v${cell}`, ground, 30),
            stroke(`M${n(x + cell * offset)} ${n(y)}v${cell}`, color, 19),
          );
        }
      } else if (flip) {
        arcs(x, y, 1, 1);
        arcs(x + cell, y + cell, -1, -1);
      } else {
        arcs(x + cell, y, -1, 1);
        arcs(x, y + cell, 1, -1);
      }
    }
  }
  const [fx, fy] = [focalColumn * cell, focalRow * cell];
  parts.push(
    circle(fx, fy, 158, ground),
    circle(fx, fy, 140, accent),
    circle(fx, fy, 112, ground),
    circle(fx, fy, 92, accent),
    circle(fx, fy, 40, dark ? paper : ink),
  );
  return { svg: parts.join(''), ...focal(fx, fy) };
};
