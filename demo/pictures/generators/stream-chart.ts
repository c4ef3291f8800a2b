import { blend, toneAt } from '../palette.ts';
import { circle, curve, fillAll, focal, height, n, path, stroke, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

const bands = 9;
const steps = 24;

/** A chart without words: bands that swell and thin, a hairline and one marked moment. */
export const streamChart: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const ground = blend(paper, tones[0], 0.35);
  const peak = random.between(0.6, 0.72);
  const middle = (share: number) =>
    height * 0.53 + random.noise(share * 2.4, 2) * 120 - Math.exp(-((share - peak) ** 2) / 0.02) * 60;
  const thickness = Array.from({ length: bands }, (_, band) =>
    Array.from({ length: steps + 1 }, (__, step) => {
      const share = step / steps;
      const swell = Math.exp(-((share - peak) ** 2) / (0.015 + band * 0.006)) * (band % 3 === 1 ? 64 : 36);
      return Math.max(5, 36 + random.noise(share * 4 + band * 13, band * 3.7) * 46 + swell);
    }),
  );
  const edges: Point[][] = [];
  for (let band = 0; band <= bands; band++) {
    edges.push(
      Array.from({ length: steps + 1 }, (_, step) => {
        const total = thickness.reduce((sum, list) => sum + (list[step] ?? 0), 0);
        const above = thickness.slice(0, band).reduce((sum, list) => sum + (list[step] ?? 0), 0);
        return [(step / steps) * (width + 80) - 40, middle(step / steps) - total / 2 + above];
      }),
    );
  }
  const parts = [fillAll(ground)];
  for (let x = 0; x <= 20; x++) {
    parts.push(
      stroke(
        `M${n((x / 20) * width)} 0V${height}`,
        tones[1],
        x % 5 === 0 ? 2 : 1,
        ` opacity="${x % 5 === 0 ? 0.7 : 0.35}"`,
      ),
    );
  }
  const marked = random.whole(3, 5);
  for (let band = 0; band < bands; band++) {
    const [upper, lower] = [edges[band] ?? [], edges[band + 1] ?? []];
    const color =
      band === marked
        ? accent
        : band === marked + 2
          ? spark
          : toneAt(palette, 0.12 + (((band * 5) % bands) / bands) * 0.88);
    parts.push(
      path(`${curve(upper)}L${curve(lower.toReversed()).slice(1)}Z`, color),
      stroke(curve(upper), ground, 3),
    );
  }
  const at = Math.round(peak * steps);
  const [mx, top] = edges[marked]?.[at] ?? [0, 0];
  const my = top + (thickness[marked]?.[at] ?? 0) / 2;
  parts.push(
    stroke(`M${n(mx)} 0V${height}`, ink, 3),
    circle(mx, my, 40, paper),
    circle(mx, my, 30, ink),
    circle(mx, my, 13, accent),
  );
  for (const edge of edges) {
    const [x, y] = edge[at] ?? [0, 0];
    parts.push(circle(x, y, 6, ink));
  }
  return { svg: parts.join(''), ...focal(mx, my) };
};
