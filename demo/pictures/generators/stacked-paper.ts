import { blend, toneAt } from '../palette.ts';
import { circle, curve, fillAll, focal, height, path, stroke, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

const sheets = 8;

/** Sheets of paper with holes that grow towards us, and something bright at the bottom. */
export const stackedPaper: Generator = ({ random, palette }) => {
  const { paper, ink, accent, spark } = palette;
  const [fx, fy] = [width * random.between(0.58, 0.68), height * random.between(0.44, 0.56)];
  const parts = [fillAll(blend(palette.tones[4], ink, 0.4))];
  parts.push(circle(fx + 10, fy - 6, 104, accent), circle(fx + 52, fy - 34, 26, spark));
  for (let sheet = 0; sheet < sheets; sheet++) {
    const share = (sheet + 1) / sheets;
    const size = 118 + sheet * 66 + sheet * sheet * 5;
    const points: Point[] = [];
    const corners = 18 + sheet * 2;
    for (let corner = 0; corner < corners; corner++) {
      const angle = (corner / corners) * Math.PI * 2;
      const wobble = 1 + random.noise(Math.cos(angle) * 1.3 + sheet * 0.35, Math.sin(angle) * 1.3 + 7) * (0.3 + sheet * 0.03);
      points.push([fx + Math.cos(angle + sheet * 0.1) * size * wobble * 1.28 - sheet * 12, fy + Math.sin(angle + sheet * 0.1) * size * wobble * 0.86 + sheet * 6]);
    }
    const hole = curve(points, true);
    const color = sheet === 4 ? blend(accent, paper, 0.15) : toneAt(palette, 0.95 - share * 0.98);
    const sheetPath = `M-40-40H${width + 40}V${height + 40}H-40Z${hole}`;
    for (const [shift, opacity] of [[26, 0.07], [19, 0.09], [13, 0.11], [8, 0.14], [4, 0.2]] as const) parts.push(path(sheetPath, ink, ` fill-rule="evenodd" opacity="${opacity}" transform="translate(${shift * 0.35} ${shift})"`));
    parts.push(path(sheetPath, color, ' fill-rule="evenodd"'), stroke(hole, blend(color, '#ffffff', 0.55), 2.4));
  }
  return { svg: parts.join(''), ...focal(fx, fy) };
};
