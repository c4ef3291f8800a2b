import { blend } from '../palette.ts';
import { circle, fillAll, focal, height, n, path, radialGradient, rect, stroke, width } from '../svg.ts';
import type { Generator } from '../svg.ts';

/** Tilted orbits around a sun off centre, with planets lit by it. */
export const orbits: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const [fx, fy] = [width * random.between(0.62, 0.7), height * random.between(0.36, 0.46)];
  const tilt = random.between(-24, -12);
  const glow = radialGradient('glow', fx / width, fy / height, 0.75, [
    [0, tones[3], 1],
    [0.35, tones[4], 1],
    [1, ink, 1],
  ]);
  const halo = radialGradient('halo', 0.5, 0.5, 0.5, [
    [0, accent, 0.75],
    [0.45, accent, 0.22],
    [1, accent, 0],
  ]);
  const bodies: string[] = [];
  const defs = [glow.defs, halo.defs];
  let stars = '';
  for (let index = 0; index < 420; index++)
    stars += `M${n(random.between(0, width))} ${n(random.between(0, height))}h0`;
  const rings: string[] = [];
  const front: string[] = [];
  for (let ring = 1; ring <= 11; ring++) {
    const rx = 120 + ring * 92 + ring * ring * 5;
    const ry = rx * 0.36;
    const dash = ring % 4 === 0 ? ' stroke-dasharray="1 12" stroke-linecap="round"' : '';
    rings.push(
      `<ellipse cx="${n(fx)}" cy="${n(fy)}" rx="${n(rx)}" ry="${n(ry)}" fill="none" stroke="${ring % 3 === 0 ? tones[1] : tones[2]}" ` +
        `stroke-width="${ring % 4 === 0 ? 4 : ring % 3 === 0 ? 2.6 : 1.4}" opacity="${n(0.95 - ring * 0.045)}"${dash}/>`,
    );
    if (ring % 4 === 0) continue;
    const angle = random.between(0.15, 0.95) * Math.PI * (random.chance(0.68) ? 1 : -1);
    const [x, y] = [fx + Math.cos(angle) * rx, fy + Math.sin(angle) * ry];
    const r = random.between(10, 22) + (Math.sin(angle) > 0 ? ring * 3.2 : ring * 0.6);
    (Math.sin(angle) > 0 ? front : bodies).push(
      planet(
        x,
        y,
        r,
        ring === 5 ? spark : random.pick([tones[1], tones[2], blend(tones[1], paper, 0.4), spark]),
        `p${ring}`,
      ),
    );
  }
  const big = planet(width * 0.2, height * 0.83, random.between(230, 270), tones[2], 'big', true);
  const turn = ` transform="rotate(${n(tilt)} ${n(fx)} ${n(fy)})"`;
  const svg =
    `<defs>${defs.join('')}</defs>${fillAll(ink)}${rect(0, 0, width, height, glow.url)}${stroke(stars, paper, 2.4, ' stroke-linecap="round" opacity=".55"')}` +
    `<g${turn}>${rings.join('')}${bodies.join('')}</g>${circle(fx, fy, 300, halo.url)}${circle(fx, fy, 84, accent)}` +
    `${circle(fx, fy, 66, blend(accent, paper, 0.35))}<g${turn}>${front.join('')}</g>${big}`;
  return { svg, ...focal(fx, fy) };

  function planet(x: number, y: number, r: number, color: string, id: string, banded = false): string {
    const away = Math.atan2(fy - y, fx - x);
    const shade = radialGradient(id, 0.5 + Math.cos(away) * 0.34, 0.5 + Math.sin(away) * 0.34, 0.78, [
      [0, blend(color, paper, 0.55)],
      [0.4, color],
      [0.85, blend(color, ink, 0.7)],
      [1, blend(color, ink, 0.86)],
    ]);
    defs.push(shade.defs);
    const disc = circle(x, y, r, shade.url);
    if (!banded) {
      return (
        disc +
        (random.chance(0.3)
          ? `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r * 1.9)}" ry="${n(r * 0.42)}" fill="none" stroke="${blend(color, paper, 0.5)}" ` +
            `stroke-width="${n(Math.max(2, r * 0.12))}"/>`
          : '')
      );
    }
    defs.push(`<clipPath id="${id}c"><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/></clipPath>`);
    let bands = '';
    for (let at = -r; at < r; at += random.between(16, 46)) {
      const thick = random.between(5, 26);
      bands += path(
        `M${n(x - r)} ${n(y + at)}q${n(r)} ${n(r * 0.3)} ${n(r * 2)} 0v${n(thick)}q${n(-r)} ${n(r * 0.3)} ${n(-r * 2)} 0z`,
        random.chance(0.5) ? paper : ink,
        ' opacity=".13"',
      );
    }
    return `${disc}<g clip-path="url(#${id}c)" transform="rotate(-18 ${n(x)} ${n(y)})">${bands}</g>`;
  }
};
