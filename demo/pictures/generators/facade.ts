import { blend } from '../palette.ts';
import { circle, fillAll, focal, n, path, rect, stroke, width } from '../svg.ts';
import type { Generator, Scene } from '../svg.ts';

/** A house front after dark: most windows sleep, some hold a plant, a lamp, a shelf; somebody sits in one. */
export const facade: Generator = (scene) => {
  const { random, palette } = scene;
  const { paper, ink, tones, accent, spark } = palette;
  const [w, h, gapX, gapY] = [146, 196, 54, 62];
  const wall = blend(tones[3], ink, 0.35);
  const parts = [fillAll(wall)];
  for (let y = -6; y < 1080; y += 17) {
    let bricks = '';
    for (let x = (y / 17) % 2 === 0 ? 0 : 24; x < width; x += 48)
      if (random.chance(0.1)) bricks += `M${x} ${n(y)}h44v13h-44z`;
    if (bricks) parts.push(path(bricks, random.chance(0.5) ? tones[3] : ink, ' opacity=".28"'));
  }
  const [focalColumn, focalRow] = [random.whole(4, 5), random.whole(1, 2)];
  let [fx, fy] = [0, 0];
  for (let row = -1; row < 5; row++) {
    for (let column = -1; column < 9; column++) {
      const [x, y] = [column * (w + gapX) + 30, row * (h + gapY) + 36];
      const isFocal = column === focalColumn && row === focalRow;
      if (isFocal) [fx, fy] = [x + w / 2, y + h / 2];
      const lit = isFocal || random.chance(0.42);
      const light = isFocal
        ? blend(accent, spark, 0.35)
        : lit
          ? random.pick([spark, blend(spark, paper, 0.5), tones[1], blend(tones[1], spark, 0.5)])
          : blend(tones[4], ink, 0.55);
      if (lit) parts.push(rect(x - 14, y - 14, w + 28, h + 28, light, ' rx="10" opacity=".14"'));
      parts.push(rect(x - 9, y - 9, w + 18, h + 18, blend(wall, ink, 0.5)), rect(x, y, w, h, light));
      if (lit) {
        parts.push(rect(x, y, w, h * 0.36, paper, ' opacity=".16"'));
        parts.push(isFocal ? reader(x, y, w, h, ink) : furniture(scene, x, y, w, h, blend(ink, light, 0.14)));
      } else
        parts.push(
          path(
            `M${n(x)} ${n(y + h * 0.7)}L${n(x + w)} ${n(y + h * 0.1)}V${n(y)}H${n(x + w * 0.6)}L${n(x)} ${n(y + h * 0.42)}Z`,
            tones[2],
            ' opacity=".2"',
          ),
        );
      parts.push(
        stroke(`M${n(x + w / 2)} ${n(y)}v${h}M${n(x)} ${n(y + h * 0.34)}h${w}`, blend(wall, ink, 0.5), 7),
      );
      parts.push(
        rect(x - 17, y + h + 9, w + 34, 13, blend(tones[2], wall, 0.35)),
        rect(x - 17, y + h + 22, w + 34, 7, ink, ' opacity=".4"'),
      );
    }
  }
  return { svg: parts.join(''), ...focal(fx, fy) };
};

/** Somebody in profile with a book. */
function reader(x: number, y: number, w: number, h: number, color: string): string {
  const [cx, base] = [x + w * 0.42, y + h];
  return (
    circle(cx + 4, base - 98, 24, color) +
    circle(cx - 18, base - 112, 12, color) +
    path(`M${n(cx - 46)} ${n(base)}c0-56 16-76 46-76s40 20 46 44l26-6v10l-30 14 4 14z`, color) +
    path(`M${n(cx + 50)} ${n(base - 62)}l30-12v38l-30 14z`, '#ffffff', ' opacity=".9"')
  );
}

/** What stands in a window. */
function furniture({ random }: Scene, x: number, y: number, w: number, h: number, color: string): string {
  const base = y + h;
  switch (random.whole(0, 5)) {
    case 0: {
      let leaves = '';
      for (let leaf = -4; leaf <= 4; leaf++) {
        leaves += stroke(
          `M${n(x + w * 0.3)} ${n(base - 34)}q${n(leaf * 5)} -40 ${n(leaf * 13)} ${n(-62 + Math.abs(leaf) * 9)}`,
          color,
          7,
          ' stroke-linecap="round"',
        );
      }
      return leaves + path(`M${n(x + w * 0.3 - 20)} ${n(base - 38)}h40l-7 38h-26z`, color);
    }
    case 1:
      return (
        stroke(`M${n(x + w * 0.68)} ${n(y)}v52`, color, 3) +
        path(`M${n(x + w * 0.68 - 30)} ${n(y + 88)}q0-38 30-38t30 38z`, color)
      );
    case 2: {
      let books = '';
      for (let at = x + 8; at < x + w - 14; ) {
        const thick = random.between(7, 15);
        books += rect(
          at,
          base - 62 - random.between(0, 22) + 20,
          thick,
          90,
          color,
          ` opacity="${n(random.between(0.55, 1))}"`,
        );
        at += thick + 3;
      }
      return books;
    }
    case 3:
      return (
        path(
          `M${n(x)} ${n(y)}h${n(w * 0.34)}q-4 ${n(h * 0.5)} ${n(-w * 0.34)} ${h}z`,
          color,
          ' opacity=".5"',
        ) +
        path(
          `M${n(x + w)} ${n(y)}h${n(-w * 0.34)}q4 ${n(h * 0.5)} ${n(w * 0.34)} ${h}z`,
          color,
          ' opacity=".5"',
        )
      );
    case 4:
      return path(
        `M${n(x + w * 0.55)} ${n(base)}q-6-44 14-52l-2-16 12 11h12l12-11-1 18c16 16 16 34 14 50z`,
        color,
      );
    default:
      return rect(x, y, w, h * random.between(0.28, 0.6), color, ' opacity=".4"');
  }
}
