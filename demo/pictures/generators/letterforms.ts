import { blend } from '../palette.ts';
import type { Random } from '../random.ts';
import { fillAll, focal, height, n, path, rect, stroke, width } from '../svg.ts';
import type { Generator, Scene } from '../svg.ts';

/** Letters too large or too few to read: overprinted, in a case of wood type, or on a wall of torn posters. */
export const letterforms: Generator = (scene) => scene.random.pick([overprint, typeCase, posters])(scene);

/** Shapes of letters in a box of 100 × 140 with the baseline at 120; to be filled by the even-odd rule. */
const shapes: readonly [string, ...string[]] = [
  // A bowl with contrast between thick and thin.
  'M50 18C78 18 98 40 98 70S78 122 50 122S2 100 2 70S22 18 50 18ZM50 24C36 24 30 44 30 70S36 116 50 116S70 96 70 70S64 24 50 24Z',
  // A stem with slabs.
  'M8 18H62V28H50V112H66V122H6V112H20V28H8Z',
  // An arch on two legs.
  'M4 50H32V58C38 50 46 47 56 47C80 47 90 60 90 84V112H98V122H60V112H66V82C66 68 60 60 50 60C40 60 32 68 32 82V112H40V122H4V112H10V60H4Z',
  // Two diagonals.
  'M2 30H44V40H34L56 96L76 40H64V30H98V40H90L58 122H46L12 40H2Z',
  // A bowl with an open jaw.
  'M52 44C78 44 94 60 95 82H28C29 100 40 110 56 110C72 110 82 104 90 94L96 98C88 114 74 124 52 124C22 124 4 108 4 84S24 44 52 44ZM28 74H70C70 58 64 ' +
    '51 52 51C38 51 30 60 28 74Z',
  // A double curve.
  'M84 30V54H76C72 38 62 28 48 28C36 28 28 34 28 43C28 70 94 56 94 92C94 112 76 124 50 124C38 124 28 121 20 116L10 122H6V92H14C18 108 32 117 50 117C62 117 70 ' +
    '111 70 102C70 78 8 92 8 54C8 34 24 20 48 20C60 20 68 23 74 27L80 30Z',
  // A stem that ends in a bowl below the line.
  'M4 50H34V58C40 50 48 46 58 46C82 46 96 62 96 84S82 122 58 122C48 122 40 118 34 112V138H10V60H4ZM34 84C34 102 40 114 52 114S70 102 70 ' +
    '84S64 54 52 54S34 66 34 84Z',
  // A hook with a ball.
  'M88 38C88 46 82 52 75 52S62 46 62 39C62 34 65 31 65 28C60 26 54 28 52 38L50 50H70V60H50V112H64V122H12V112H26V60H10V50H26V42C28 24 42 ' +
    '16 62 16C78 16 88 25 88 38Z',
  // A comma, blown up.
  'M50 40C72 40 88 54 88 76C88 102 66 122 34 130L30 122C48 114 58 104 60 94C56 96 52 97 48 97C30 97 18 86 18 70S30 40 50 40Z',
];

function glyph(
  shape: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  {
    turn = 0,
    mirrored = false,
    more = '',
  }: { readonly turn?: number; readonly mirrored?: boolean; readonly more?: string } = {},
): string {
  const scale = Math.round((size / 100) * 1000) / 1000;
  return (
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${mirrored ? -scale : scale} ${scale}) translate(-50 -70)"${more}><path ` +
    `d="${shape}" fill="${fill}" fill-rule="evenodd"/></g>`
  );
}

/** Inks that darken where they meet. */
const overprint: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const inks = [spark, tones[2], accent, tones[3], tones[1], accent];
  const [fx, fy] = [width * random.between(0.58, 0.66), height * random.between(0.42, 0.56)];
  const multiply = ' style="mix-blend-mode:multiply"';
  const parts = [fillAll(blend(paper, '#ffffff', 0.35))];
  const start = random.whole(0, shapes.length - 1);
  for (const [index, color] of inks.entries()) {
    const angle = index * 1.1 + random.between(0, 0.6);
    const reach = index === 2 ? 40 : random.between(280, 560);
    parts.push(
      glyph(
        shapes[(start + index * 2) % shapes.length] ?? shapes[0],
        fx + Math.cos(angle) * reach * 1.15 - 70,
        fy + Math.sin(angle) * reach * 0.7,
        random.between(620, 1080),
        blend(color, paper, 0.08),
        { turn: random.pick([0, 0, -12, 90, 14, 180]), mirrored: random.chance(0.5), more: multiply },
      ),
    );
  }
  parts.push(
    glyph(
      random.pick(shapes),
      width * random.between(0.1, 0.2),
      height * random.between(0.7, 0.9),
      420,
      ink,
      { turn: random.pick([0, 180, -90]), more: multiply },
    ),
  );
  // What a printer uses to lay one ink over the other.
  for (const [x, y] of [
    [70, 70],
    [width - 70, height - 70],
  ] as const) {
    parts.push(
      stroke(`M${x - 34} ${y}h68M${x} ${y - 34}v68M${x - 20} ${y}a20 20 0 1 0 40 0a20 20 0 1 0-40 0`, ink, 3),
    );
  }
  return { svg: parts.join(''), ...focal(fx, fy) };
};

/** Wood type in its case, mirrored as type is, with one sort that has just been inked. */
const typeCase: Generator = (scene) => {
  const { random, palette } = scene;
  const { paper, ink, tones, accent, spark } = palette;
  const parts = [fillAll(blend(ink, tones[4], 0.3))];
  const rows = random.pick([3, 4]);
  const tall = height / rows;
  const woods = [
    blend(tones[1], spark, 0.35),
    blend(tones[0], spark, 0.3),
    tones[1],
    blend(tones[2], spark, 0.25),
    blend(tones[1], paper, 0.25),
  ];
  const [focusRow, focusX] = [random.whole(1, rows - 2), width * random.between(0.56, 0.68)];
  let focus: readonly [number, number] | undefined;
  for (let row = 0; row < rows; row++) {
    for (let x = random.between(-180, -20); x < width; ) {
      const w = tall * random.between(0.52, 0.98);
      const isFocus = !focus && row === focusRow && x + w > focusX;
      const [y, h] = [row * tall + 9, tall - 18];
      if (isFocus) focus = [x + w / 2, y + h / 2];
      parts.push(
        block(
          scene,
          x + 7,
          y,
          w - 14,
          h,
          isFocus ? accent : random.pick([woods[0] ?? paper, ...woods]),
          isFocus,
        ),
      );
      x += w;
    }
  }
  const [fx, fy] = focus ?? [width * 0.6, height * 0.5];
  return { svg: parts.join(''), ...focal(fx, fy) };
};

function block(
  { random, palette: { paper, ink } }: Scene,
  x: number,
  y: number,
  w: number,
  h: number,
  wood: string,
  inked: boolean,
): string {
  let grain = '';
  for (let at = 6; at < h; at += random.between(7, 15)) {
    grain += `M${n(x)} ${n(y + at)}q${n(w * 0.3)} ${n(random.between(-9, 9))} ${n(w * 0.55)} 0t${n(w * 0.45)} ${n(random.between(-4, 4))}`;
  }
  const id = `b${n(x).replace('-', 'm').replace('.', '_')}-${n(y).replace('.', '_')}`;
  const shape = random.pick(shapes);
  const [size, turn] = [Math.min(w, h) * random.between(0.95, 1.5), random.pick([0, 0, 0, 180, 90])];
  const [cx, cy] = [x + w / 2 + random.between(-14, 14), y + h / 2 + random.between(-10, 10)];
  const face = inked ? blend(paper, '#ffffff', 0.6) : blend(wood, ink, 0.66);
  return (
    `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="7"/>` +
    `</clipPath>${rect(x + 9, y + 11, w, h, ink, ' rx="7" opacity=".7"')}` +
    `<g clip-path="url(#${id})">${rect(x, y, w, h, wood)}${stroke(grain, blend(wood, ink, 0.4), 2, ' opacity=".5"')}` +
    `${glyph(shape, cx + 5, cy + 7, size, ink, { turn, mirrored: true, more: ' opacity=".35"' })}` +
    `${glyph(shape, cx, cy, size, face, { turn, mirrored: true })}` +
    `${path(`M${n(x)} ${n(y)}h${n(w)}v9h${n(-w + 9)}v${n(h - 9)}h-9z`, '#ffffff', ' opacity=".3"')}` +
    `${path(`M${n(x + w)} ${n(y + h)}h${n(-w)}v-8h${n(w - 8)}v${n(8 - h)}h8z`, ink, ' opacity=".3"')}</g>`
  );
}

/** Torn sheets, one over the other, down to the first. */
const posters: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const grounds = [
    tones[3],
    blend(paper, '#ffffff', 0.3),
    accent,
    tones[1],
    ink,
    spark,
    tones[4],
    blend(tones[0], paper, 0.5),
  ];
  const [fx, fy] = [width * random.between(0.58, 0.7), height * random.between(0.38, 0.56)];
  const parts = [fillAll(tones[2])];
  const sheets = random.whole(13, 16);
  for (let sheet = 0; sheet < sheets; sheet++) {
    const last = sheet === sheets - 1;
    const ground = last ? blend(paper, '#ffffff', 0.5) : (grounds[sheet % grounds.length] ?? paper);
    const dark = ground === ink || ground === tones[4] || ground === tones[3];
    const color = last
      ? accent
      : dark
        ? random.pick([paper, spark, tones[1]])
        : random.pick([ink, tones[4], tones[3], accent === ground ? paper : accent]);
    const [x, y, w, h] = last
      ? [fx - 250, fy - 270, 500, 540]
      : [
          ((sheet * 0.382) % 1) * (width + 100) - 300,
          random.between(-240, height - 300),
          random.between(480, 900),
          random.between(440, 860),
        ];
    const edge = torn(random, x, y, w, h);
    const id = `s${sheet}`;
    const letter = glyph(
      random.pick(shapes),
      x + w * random.between(0.35, 0.65),
      y + h * random.between(0.4, 0.6),
      Math.max(w, h) * random.between(0.8, 1.4),
      color,
      { turn: random.pick([0, 0, 0, -90, 180]) },
    );
    parts.push(
      path(edge, ink, ' opacity=".28" transform="translate(12 16)"'),
      path(edge, '#ffffff', ' opacity=".85" transform="translate(-5 -6)"'),
      `<clipPath id="${id}"><path d="${edge}"/></clipPath><g clip-path="url(#${id})">${path(edge, ground)}${letter}` +
        `${rect(x - 30, y + h * random.between(0.2, 0.8), w + 60, 3, ink, ' opacity=".12"')}</g>`,
    );
  }
  return { svg: parts.join(''), ...focal(fx, fy) };
};

/** Outline of a sheet: cut on some sides, torn on others. */
function torn(random: Random, x: number, y: number, w: number, h: number): string {
  const corners = [
    [x, y],
    [x + w, y + random.between(-20, 20)],
    [x + w + random.between(-20, 20), y + h],
    [x + random.between(-20, 20), y + h],
  ] as const;
  let d = '';
  for (const [index, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[(index + 1) % 4] ?? corners[0];
    const rough = random.chance(0.65) ? random.between(16, 40) : 0;
    for (let step = 0; step < 22; step++) {
      const wild =
        step === 0 ? 0 : (random.noise(step / 2.2 + index * 40 + x, y) + random.between(-0.2, 0.2)) * rough;
      d += `${d === '' ? 'M' : 'L'}${n(x1 + ((x2 - x1) * step) / 22 + wild)} ${n(y1 + ((y2 - y1) * step) / 22 + wild)}`;
    }
  }
  return `${d}Z`;
}
