import { blend } from '../palette.ts';
import { circle, curve, fillAll, focal, height, lines, n, path, rect, stroke, width } from '../svg.ts';
import type { Generator, Point, Scene } from '../svg.ts';

/** Things that grow: a thicket with a flower in it, a glasshouse at evening, or an allotment from the air. */
export const garden: Generator = (scene) => scene.random.pick([thicket, glasshouse, allotment])(scene);

/** Leaves over leaves, darker towards us, with a moon behind and one thing in bloom. */
const thicket: Generator = (scene) => {
  const { random, palette } = scene;
  const { paper, ink, tones, spark } = palette;
  const light = random.chance(0.5);
  const sky = light ? blend(tones[0], paper, 0.3) : blend(tones[3], tones[2], 0.4);
  const [fx, fy] = [width * random.between(0.56, 0.68), height * random.between(0.46, 0.58)];
  const [mx, my] = [width * random.between(0.22, 0.4), height * random.between(0.2, 0.32)];
  const parts = [
    fillAll(sky),
    circle(mx, my, random.between(120, 190), light ? spark : blend(paper, spark, 0.3)),
  ];
  const layers = 5;
  for (let layer = 0; layer < layers; layer++) {
    const share = layer / (layers - 1);
    const color = light
      ? blend(
          blend(tones[1], tones[2], Math.min(1, share * 2)),
          blend(tones[4], ink, 0.4),
          Math.max(0, share * 1.4 - 0.4),
        )
      : blend(tones[2], blend(tones[4], ink, 0.75), share);
    if (layer === layers - 1) parts.push(flower(scene, fx, fy));
    const plants = 5 + layer;
    for (let plant = 0; plant < plants; plant++) {
      const x = ((plant + random.between(0.1, 0.9)) / plants) * (width + 200) - 100;
      // The nearest leaves leave a clearing for the flower.
      if (layer === layers - 1 && Math.abs(x - fx) < 250) continue;
      const tall = height * (0.86 - share * 0.42) * random.between(0.7, 1.1);
      parts.push(
        ...random.pick([paddle, fern, fan])(
          scene,
          x,
          height + 40,
          tall,
          color,
          blend(color, light ? ink : paper, 0.18),
        ),
      );
    }
  }
  return { svg: parts.join(''), ...focal(fx, fy) };
};

/** A tuft of broad leaves with ribs. */
function paddle({ random }: Scene, x: number, y: number, tall: number, color: string, rib: string): string[] {
  return Array.from({ length: random.whole(3, 4) }, (_, index) => {
    const lean = (index - 1.4) * random.between(0.24, 0.4);
    const long = tall * random.between(0.75, 1.05);
    const half = long * random.between(0.13, 0.19);
    let ribs = `M0 0Q${n(lean * long * 0.25)} ${n(-long * 0.5)} 0 ${n(-long)}`;
    for (let at = 0.34; at < 0.94; at += 0.065) {
      ribs += `M0 ${n(-long * at)}l${n(half * 0.74)} ${n(-long * 0.07)}M0 ${n(-long * at)}l${n(-half * 0.74)} ${n(-long * 0.07)}`;
    }
    const leaf =
      `M0 0V${n(-long * 0.2)}C${n(half * 1.5)} ${n(-long * 0.34)} ${n(half)} ${n(-long * 0.82)} 0 ${n(-long)}C${n(-half)} ${n(-long * 0.82)} ` +
      `${n(-half * 1.5)} ${n(-long * 0.34)} 0 ${n(-long * 0.2)}Z`;
    return (
      `<g transform="translate(${n(x)} ${n(y)}) rotate(${n((lean * 180) / Math.PI)})">${path(leaf, color)}${stroke('M0 0V-' + n(long * 0.3), color, 11)}` +
      `${stroke(ribs, rib, 3, ' opacity=".75"')}</g>`
    );
  });
}

/** Fronds that bow outwards. */
function fern({ random }: Scene, x: number, y: number, tall: number, color: string): string[] {
  return Array.from({ length: random.whole(4, 6) }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    const bow = random.between(0.2, 0.75) * side;
    let d = '';
    const spine: Point[] = [];
    for (let step = 0; step <= 22; step++) {
      const t = step / 22;
      const [px, py] = [x + bow * tall * t * t * 0.8, y - tall * (t - t * t * 0.28)];
      spine.push([px, py]);
      const leaf = tall * 0.15 * Math.sin(Math.PI * (0.12 + t * 0.86));
      for (const way of [1, -1]) {
        d +=
          `M${n(px)} ${n(py)}q${n(way * leaf * 0.6)} ${n(-leaf * 0.42)} ${n(way * leaf)} ${n(leaf * 0.22)}q${n(-way * leaf * 0.6)} ${n(leaf * 0.08)} ` +
          `${n(-way * leaf)} ${n(-leaf * 0.02)}z`;
      }
    }
    return path(d, color) + stroke(curve(spine), color, 6);
  });
}

/** A stem with a fan of pointed fingers. */
function fan({ random }: Scene, x: number, y: number, tall: number, color: string, rib: string): string[] {
  const [hx, hy, r] = [x + random.between(-70, 70), y - tall * 0.82, tall * random.between(0.24, 0.34)];
  const fingers = random.whole(9, 13);
  const parts = [stroke(`M${n(x)} ${n(y)}Q${n(x)} ${n(y - tall * 0.5)} ${n(hx)} ${n(hy)}`, color, 9)];
  for (let finger = 0; finger < fingers; finger++) {
    const at = -90 + ((finger / (fingers - 1)) * 2 - 1) * 128;
    parts.push(
      `<g transform="translate(${n(hx)} ${n(hy)}) ` +
        `rotate(${n(at)})">${path(`M0 0Q${n(r * 0.55)} ${n(-r * 0.17)} ${n(r)} 0Q${n(r * 0.55)} ${n(r * 0.17)} 0 0Z`, color)}` +
        `${stroke(`M${n(r * 0.1)} 0H${n(r * 0.86)}`, rib, 2.4, ' opacity=".7"')}</g>`,
    );
  }
  return parts;
}

function flower(
  { random, palette: { accent, ink, spark, paper, tones } }: Scene,
  x: number,
  y: number,
): string {
  const petals = random.pick([7, 9, 12]);
  const r = random.between(150, 185);
  const ring = (size: number, turn: number, color: string) =>
    Array.from(
      { length: petals },
      (_, petal) =>
        `<g transform="translate(${n(x)} ${n(y)}) rotate(${n((petal * 360) / petals + turn)})">` +
        `${path(
          `M0 0C${n(size * 0.34)} ${n(-size * 0.3)} ${n(size * 0.3)} ${n(-size * 0.95)} 0 ${n(-size)}C${n(-size * 0.3)} ${n(-size * 0.95)} ` +
            `${n(-size * 0.34)} ${n(-size * 0.3)} 0 0Z`,
          color,
        )}</g>`,
    ).join('');
  let seeds = '';
  for (let seed = 0; seed < 70; seed++) {
    seeds += `M${n(x + Math.cos(seed * 2.39996) * Math.sqrt(seed) * r * 0.034)} ${n(y + Math.sin(seed * 2.39996) * Math.sqrt(seed) * r * 0.034)}h0`;
  }
  return (
    stroke(`M${n(x)} ${n(y)}q-30 260 10 ${n(height - y + 40)}`, blend(tones[4], ink, 0.4), 15) +
    ring(r, 0, blend(accent, ink, 0.22)) +
    ring(r * 0.94, 180 / petals, accent) +
    ring(r * 0.6, 6, blend(accent, paper, 0.3)) +
    circle(x, y, r * 0.31, spark) +
    stroke(seeds, blend(spark, ink, 0.62), 6, ' stroke-linecap="round"')
  );
}

/** Ribs and panes; inside it is warmer than out. */
const glasshouse: Generator = (scene) => {
  const { random, palette } = scene;
  const { paper, ink, tones, accent, spark } = palette;
  const dusk = random.chance(0.5);
  const outside = dusk ? blend(tones[4], ink, 0.4) : blend(tones[1], paper, 0.4);
  const inside = dusk ? blend(spark, tones[1], 0.35) : blend(paper, spark, 0.22);
  const [cx, half, base] = [width * random.between(0.42, 0.56), random.between(600, 690), height * 0.83];
  const crown = height * random.between(0.12, 0.2);
  const arch = (scale: number) =>
    `M${n(cx - half * scale)} ${n(base)}V${n(base - 240 * scale)}C${n(cx - half * scale)} ${n(crown + (base - crown) * (1 - scale))} ` +
    `${n(cx - half * 0.45 * scale)} ${n(crown + (base - crown) * (1 - scale))} ${n(cx)} ` +
    `${n(crown + (base - crown) * (1 - scale))}S${n(cx + half * scale)} ${n(crown + (base - crown) * (1 - scale))} ${n(cx + half * scale)} ` +
    `${n(base - 240 * scale)}V${n(base)}Z`;
  const parts = [fillAll(outside), `<defs><clipPath id="house"><path d="${arch(1)}"/></clipPath></defs>`];
  if (dusk) {
    parts.push(
      stroke(
        Array.from(
          { length: 120 },
          () => `M${n(random.between(0, width))} ${n(random.between(0, base))}h0`,
        ).join(''),
        paper,
        3,
        ' stroke-linecap="round" opacity=".6"',
      ),
      path(arch(1.06), spark, ' opacity=".14"'),
    );
  }
  for (let tree = 0; tree < 17; tree++) {
    parts.push(
      circle(
        (tree / 16) * width,
        base - 30 - random.between(0, 90),
        random.between(60, 130),
        dusk ? ink : tones[2],
        ` opacity="${dusk ? 0.7 : 0.55}"`,
      ),
    );
  }
  const plants: string[] = [rect(0, 0, width, height, inside), path(arch(0.72), paper, ' opacity=".3"')];
  for (const layer of [0, 1, 2]) {
    const color = [blend(tones[2], inside, 0.35), tones[3], blend(tones[4], ink, 0.3)][layer] ?? tones[3];
    for (let plant = 0; plant < 7; plant++) {
      plants.push(
        ...random.pick([paddle, fern, fan])(
          scene,
          cx - half + (plant + random.between(0.1, 0.9)) * ((half * 2) / 7),
          base + 20,
          (560 - layer * 150) * random.between(0.7, 1.1),
          color,
          blend(color, paper, 0.2),
        ),
      );
    }
  }
  const [fx, fy] = [cx + half * random.between(0.24, 0.4), base - 190];
  plants.push(
    circle(fx, fy, 190, spark, ' opacity=".25"'),
    ...Array.from({ length: 9 }, (_, fruit) =>
      circle(
        fx + Math.cos(fruit * 2.4) * Math.sqrt(fruit) * 44,
        fy + Math.sin(fruit * 2.4) * Math.sqrt(fruit) * 34,
        27,
        fruit % 4 === 0 ? spark : accent,
      ),
    ),
  );
  parts.push(`<g clip-path="url(#house)">${plants.join('')}</g>`);
  const iron = dusk ? blend(ink, tones[4], 0.3) : blend(paper, '#ffffff', 0.6);
  let ribs = '';
  for (let rib = -6; rib <= 6; rib++) {
    ribs += `M${n(cx + (rib / 6) * half)} ${n(base)}V${n(base - 240)}Q${n(cx + (rib / 6) * half)} ${n(crown + 40)} ${n(cx)} ${n(crown)}`;
  }
  for (let row = 1; row < 9; row++) ribs += `M${n(cx - half)} ${n(base - row * 82)}H${n(cx + half)}`;
  parts.push(
    `<g clip-path="url(#house)">${stroke(ribs, iron, 5)}` +
      `${path(`M${n(cx - half * 0.8)} ${n(base)}L${n(cx - half * 0.2)} ${n(crown)}h120L${n(cx - half * 0.5)} ${n(base)}z`, '#ffffff', ' opacity=".16"')}</g>`,
    stroke(arch(1), iron, 17),
  );
  parts.push(
    rect(0, base, width, height, dusk ? ink : tones[4]),
    rect(cx - half - 40, base - 26, half * 2 + 80, 44, dusk ? blend(tones[3], ink, 0.3) : tones[3]),
    path(
      `M${n(cx - 70)} ${n(base + 18)}h140l150 ${n(height - base)}h-440z`,
      dusk ? blend(spark, ink, 0.35) : blend(tones[1], paper, 0.4),
    ),
    rect(cx - 70, base - 210, 140, 228, blend(inside, paper, 0.5)),
    stroke(`M${n(cx - 70)} ${n(base + 18)}v-228h140v228M${n(cx)} ${n(base - 210)}v228`, iron, 9),
  );
  return { svg: parts.join(''), ...focal(fx, fy) };
};

/** Beds from above, each with its own idea of rows. */
const allotment: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const soil = [
    tones[1],
    tones[2],
    blend(tones[2], tones[3], 0.5),
    blend(tones[0], spark, 0.3),
    tones[3],
    blend(tones[4], ink, 0.1),
  ];
  const parts: string[] = [];
  const focus = [width * random.between(0.58, 0.68), height * random.between(0.36, 0.5)] as const;
  let chosen: Bed | undefined;
  interface Bed {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  }
  const beds: Bed[] = [];
  const split = (bed: Bed, depth: number) => {
    if (depth === 0 || (depth < 3 && random.chance(0.25))) return void beds.push(bed);
    const at = random.between(0.36, 0.64);
    const wide = bed.w > bed.h * random.between(0.9, 1.3);
    split(wide ? { ...bed, w: bed.w * at } : { ...bed, h: bed.h * at }, depth - 1);
    split(
      wide
        ? { ...bed, x: bed.x + bed.w * at, w: bed.w * (1 - at) }
        : { ...bed, y: bed.y + bed.h * at, h: bed.h * (1 - at) },
      depth - 1,
    );
  };
  split({ x: -260, y: -240, w: width + 520, h: height + 480 }, 6);
  for (const bed of beds)
    if (
      Math.hypot(bed.x + bed.w / 2 - focus[0], bed.y + bed.h / 2 - focus[1]) <
      Math.hypot(
        (chosen?.x ?? 9e4) + (chosen?.w ?? 0) / 2 - focus[0],
        (chosen?.y ?? 9e4) + (chosen?.h ?? 0) / 2 - focus[1],
      )
    )
      chosen = bed;
  for (const bed of beds) {
    const [x, y, w, h] = [bed.x + 13, bed.y + 13, bed.w - 26, bed.h - 26];
    const ground = bed === chosen ? blend(spark, paper, 0.25) : random.pick([soil[0] ?? '', ...soil]);
    const crop =
      bed === chosen
        ? accent
        : random.pick([tones[4], blend(tones[4], ink, 0.5), tones[3], paper, spark, tones[0]]);
    parts.push(rect(x + 7, y + 9, w, h, ink, ' opacity=".22" rx="5"'), rect(x, y, w, h, ground, ' rx="5"'));
    const step = random.between(19, 36);
    let d = '';
    switch (bed === chosen ? 1 : random.whole(0, 5)) {
      case 0:
        for (let at = y + step; at < y + h - 12; at += step) d += `M${n(x + 15)} ${n(at)}H${n(x + w - 15)}`;
        parts.push(stroke(d, crop, step * 0.42, ' stroke-dasharray="9 4"'));
        break;
      case 1:
        for (let v = y + step * 0.8; v < y + h - step * 0.4; v += step) {
          for (let u = x + step * 0.8; u < x + w - step * 0.4; u += step)
            d += `M${n(u + random.between(-2, 2))} ${n(v + random.between(-2, 2))}h0`;
        }
        parts.push(
          stroke(d, blend(crop, ink, 0.4), step * 0.86, ' stroke-linecap="round" transform="translate(3 4)"'),
          stroke(d, crop, step * 0.74, ' stroke-linecap="round"'),
        );
        break;
      case 2:
        for (let at = x + step * 0.7; at < x + w - 10; at += step * 0.8)
          d += `M${n(at)} ${n(y + 15)}V${n(y + h - 15)}`;
        parts.push(stroke(d, crop, step * 0.3));
        break;
      case 3:
        for (let v = y + 34; v < y + h - 24; v += step * 1.7) {
          for (let u = x + 34; u < x + w - 24; u += step * 1.7) {
            for (let leaf = 0; leaf < 6; leaf++) {
              d += `M${n(u)} ${n(v)}l${n(Math.cos(leaf * 1.05 + v) * step * 0.62)} ${n(Math.sin(leaf * 1.05 + v) * step * 0.62)}`;
            }
          }
        }
        parts.push(stroke(d, crop, step * 0.24, ' stroke-linecap="round"'));
        break;
      case 4:
        for (let ring = Math.min(w, h) / 2 - 16; ring > 8; ring -= step * 0.66)
          parts.push(
            stroke(
              `M${n(x + w / 2 - ring)} ${n(y + h / 2)}a${n(ring)} ${n(ring)} 0 1 0 ${n(ring * 2)} 0a${n(ring)} ${n(ring)} 0 1 0 ${n(-ring * 2)} 0`,
              crop,
              step * 0.22,
            ),
          );
        break;
      default: {
        const [sx, sy, sw, sh] = [x + w * 0.22, y + h * 0.24, w * 0.5, h * 0.46];
        parts.push(
          rect(sx + 17, sy + 22, sw, sh, ink, ' opacity=".32"'),
          rect(sx, sy, sw, sh, blend(crop, paper, 0.25)),
          path(
            lines(
              [
                [sx, sy + sh / 2],
                [sx + sw, sy + sh / 2],
                [sx + sw, sy + sh],
                [sx, sy + sh],
              ],
              true,
            ),
            ink,
            ' opacity=".2"',
          ),
        );
      }
    }
  }
  const tilt = random.pick([-14, -9, 8, 13]);
  const [fx, fy] = chosen ? [chosen.x + chosen.w / 2, chosen.y + chosen.h / 2] : focus;
  return {
    svg:
      `${fillAll(blend(tones[0], paper, 0.4))}<g transform="rotate(${tilt} ${n(fx)} ` +
      `${n(fy)})">${rect(-900, -900, 3400, 2900, blend(tones[0], paper, 0.4))}${parts.join('')}</g>`,
    ...focal(
      Math.min(width * 0.85, Math.max(width * 0.15, fx)),
      Math.min(height * 0.85, Math.max(height * 0.15, fy)),
    ),
  };
};
