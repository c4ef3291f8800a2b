import { blend } from '../palette.ts';
import { circle, curve, focal, height, n, path, rect, stroke, verticalGradient, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

/** A low sun over swells that roll towards us. */
export const tide: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const [fx, fy, fr] = [width * random.between(0.58, 0.72), height * random.between(0.3, 0.36), random.between(150, 190)];
  const horizon = height * 0.43;
  const sky = verticalGradient('sky', [[0, tones[1]], [0.6, tones[0]], [1, blend(paper, spark, 0.25)]]);
  const parts = [`<defs>${sky.defs}</defs>`, rect(0, 0, width, horizon + 40, sky.url)];
  for (let cloud = 0; cloud < 7; cloud++) {
    const [x, y, w] = [random.between(-100, width), random.between(40, horizon - 120), random.between(180, 520)];
    parts.push(rect(x, y, w, random.between(6, 18), paper, ` rx="9" opacity="${n(random.between(0.35, 0.8))}"`));
  }
  parts.push(circle(fx, fy, fr, accent));
  for (let bar = 0; bar < 5; bar++) parts.push(rect(fx - fr - 10, fy + fr * (0.28 + bar * 0.15), fr * 2 + 20, 3 + bar * 2.6, blend(tones[0], paper, 0.4), ' opacity=".9"'));
  const swells = 15;
  for (let swell = 0; swell < swells; swell++) {
    const share = swell / (swells - 1);
    const y = horizon + (height - horizon + 30) * share ** 1.55;
    const rise = 5 + share * 62;
    const long = 2.2 + (1 - share) * 5;
    const points: Point[] = Array.from({ length: 33 }, (_, index) => [(index / 32) * (width + 80) - 40, y + random.noise((index / 32) * long + swell * 7, swell * 1.3) * rise]);
    const color = blend(blend(tones[1], tones[2], Math.min(1, share * 2.2)), ink, Math.max(0, share * 1.15 - 0.28));
    parts.push(path(`${curve(points)}V${height + 20}H-40Z`, color), stroke(curve(points), blend(color, paper, 0.5 - share * 0.3), 1.4 + share * 3));
    for (let glint = 0; glint < 9; glint++) {
      const spread = 60 + share * 190;
      const [x, w] = [fx + random.between(-spread, spread), random.between(20, 80) * (0.5 + share)];
      if (random.chance(0.8 - share * 0.35)) parts.push(rect(x - w / 2, y + random.between(4, 10 + share * 40), w, 2 + share * 6, random.chance(0.3) ? spark : accent, ` rx="${n(1 + share * 3)}" opacity="${n(0.95 - share * 0.4)}"`));
    }
  }
  const [bx, by] = [width * random.between(0.2, 0.3), horizon + 64];
  parts.push(path(`M${n(bx - 54)} ${n(by)}h112l-20 26h-74z`, ink), path(`M${n(bx)} ${n(by - 8)}v-104l-46 96z`, paper), path(`M${n(bx + 7)} ${n(by - 8)}v-92l38 90z`, accent));
  return { svg: parts.join(''), ...focal(fx, fy) };
};
