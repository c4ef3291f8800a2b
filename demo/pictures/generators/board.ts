import { blend } from '../palette.ts';
import type { Palette } from '../palette.ts';
import { circle, fillAll, focal, height, lines, n, path, rect, stroke, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

/** A game that is not over: men on squares, stones on lines, or an island of hexagons. */
export const board: Generator = (scene) => scene.random.pick([squares, stones, island])(scene);

/** A board in perspective under a low lamp, with turned men and their long shadows. */
const squares: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent } = palette;
  const turn = random.between(0.35, 0.62);
  const [cx, cy] = [width * random.between(0.46, 0.54), height * 0.44];
  /** A place on the board (in squares from its middle) to pixels; nearer things are larger. */
  const project = (u: number, v: number): readonly [x: number, y: number, scale: number] => {
    const [x, z] = [u * Math.cos(turn) - v * Math.sin(turn), u * Math.sin(turn) + v * Math.cos(turn)];
    const scale = 9.4 / (11.2 - z);
    return [cx + x * 168 * scale, cy + z * 88 * scale + 30, scale];
  };
  const tile = (u: number, v: number) =>
    lines(
      [project(u, v), project(u + 1, v), project(u + 1, v + 1), project(u, v + 1)].map(
        ([x, y]) => [x, y] as Point,
      ),
      true,
    );
  const parts = [
    fillAll(blend(tones[4], ink, 0.35)),
    circle(cx, cy + 90, 900, tones[3], ' opacity=".35"'),
    circle(cx, cy + 60, 620, tones[2], ' opacity=".2"'),
  ];
  const [a, b] = random.pick<[string, string]>([
    [tones[1], tones[3]],
    [paper, tones[3]],
    [tones[0], blend(tones[2], tones[3], 0.5)],
  ]);
  const rim = [project(-4.4, -4.4), project(4.4, -4.4), project(4.4, 4.4), project(-4.4, 4.4)].map(
    ([x, y]) => [x, y] as Point,
  );
  parts.push(
    path(lines(rim, true), ink, ' transform="translate(0 42)" opacity=".6"'),
    path(lines(rim, true), blend(b, ink, 0.5), ' transform="translate(0 20)"'),
    path(lines(rim, true), blend(b, ink, 0.28)),
  );
  for (let u = -4; u < 4; u++)
    for (let v = -4; v < 4; v++) parts.push(path(tile(u, v), (u + v) % 2 === 0 ? a : b));
  const places = new Set<string>();
  const king = [random.whole(0, 1), random.whole(0, 1)] as const;
  places.add(king.join());
  while (places.size < random.whole(10, 12)) places.add([random.whole(-4, 3), random.whole(-4, 3)].join());
  const men = [...places]
    .map((place) => place.split(',').map(Number))
    .map(([u = 0, v = 0]) => ({ u, v, at: project(u + 0.5, v + 0.5) }))
    .toSorted((one, other) => one.at[1] - other.at[1]);
  for (const {
    at: [x, y, scale],
    u,
    v,
  } of men) {
    parts.push(
      path(
        `M${n(x - 40 * scale)} ${n(y)}l${n(300 * scale)} ${n(-64 * scale)}q${n(60 * scale)} ${n(20 * scale)} ${n(18 * scale)} ` +
          `${n(48 * scale)}L${n(x + 34 * scale)} ${n(y + 22 * scale)}z`,
        ink,
        ` opacity="${u === king[0] && v === king[1] ? 0.5 : 0.32}"`,
      ),
    );
  }
  let focus: readonly [number, number] = [cx, cy];
  for (const [
    index,
    {
      u,
      v,
      at: [x, y, scale],
    },
  ] of men.entries()) {
    const isKing = u === king[0] && v === king[1];
    parts.push(
      man(
        x,
        y,
        scale * (isKing ? 1.22 : 1),
        isKing ? accent : index % 2 === 0 ? blend(paper, tones[0], 0.4) : blend(tones[4], ink, 0.5),
        palette,
        isKing ? 'king' : index % 4 === 1 ? 'tower' : 'pawn',
      ),
    );
    if (isKing) focus = [x, y - 120 * scale];
  }
  return { svg: parts.join(''), ...focal(...focus) };
};

function man(
  x: number,
  y: number,
  scale: number,
  color: string,
  { paper, ink, spark }: Palette,
  kind: 'pawn' | 'tower' | 'king',
): string {
  const tall = kind === 'king' ? 250 : kind === 'tower' ? 170 : 150;
  const d = `M-52 0q0 26 52 26t52-26q0-18-24-26q-14-26-14-${tall - 88}h-28q0 ${tall - 114} -14 ${tall - 88}q-24 8-24 26z`;
  const head =
    kind === 'pawn'
      ? circle(0, -tall + 20, 33, color)
      : kind === 'tower'
        ? path(`M-36 ${-tall + 66}h72l6-58h-22v18h-12v-18h-16v18h-12v-18h-22z`, color)
        : path(`M-34 ${-tall + 96}h68l20-84-32 28-22-46-22 46-32-28z`, color) +
          circle(0, -tall - 12, 13, spark);
  const inner =
    path(d, color) +
    rect(-26, -tall + 52, 52, 15, blend(color, ink, 0.18), ' rx="7"') +
    head +
    path(`M8 20q44-4 44-20q0-18-24-26q-14-26-14-${tall - 88}h-10z`, ink, ' opacity=".3"') +
    circle(-12, -tall + 10, 8, paper, ' opacity=".7"') +
    stroke(`M-22-30q10-20 10-${Math.round(tall * 0.34)}`, paper, 6, ' opacity=".35" stroke-linecap="round"');
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(scale * 1000) / 1000})">${inner}</g>`;
}

/** Stones on lines, from straight above; a ring of light on the last one played. */
const stones: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const wood = random.pick([tones[1], blend(spark, tones[0], 0.55), blend(tones[0], spark, 0.25)]);
  const cell = random.pick([98, 112, 126]);
  const angle = random.pick([-18, -11, 9, 15]);
  const parts = [fillAll(wood)];
  for (let y = -500; y < 1700; y += 9) {
    parts.push(
      stroke(
        `M-500 ${n(y)}q520 ${n(random.noise(y / 70, 3) * 50)} 1050 0t1100 ${n(random.noise(y / 50, 9) * 40)}`,
        blend(wood, tones[3], 0.4),
        random.between(0.6, 2.6),
        ' opacity=".4"',
      ),
    );
  }
  let grid = '';
  const [from, to] = [-3, 17];
  for (let line = from; line <= to; line++)
    grid += `M${from * cell} ${line * cell}H${to * cell}M${line * cell} ${from * cell}V${to * cell}`;
  parts.push(stroke(grid, blend(ink, tones[4], 0.4), 3));
  const r = cell * 0.46;
  const focusAt = [
    Math.round((width * random.between(0.56, 0.66)) / cell),
    Math.round((height * random.between(0.36, 0.5)) / cell),
  ] as const;
  for (let u = from; u < to; u++) {
    for (let v = from; v < to; v++) {
      const isFocus = u === focusAt[0] && v === focusAt[1];
      // Players fight over places near each other: stones come in groups, with a front between the colours.
      const crowd = random.noise(u / 3.1, v / 3.1) + random.between(-0.25, 0.25);
      if (!isFocus && (crowd < 0.05 || Math.hypot(u - focusAt[0], v - focusAt[1]) < 1.1)) continue;
      const dark = random.noise(u / 4.4 + 30, v / 4.4 + 8) > 0;
      const color = isFocus ? accent : dark ? blend(ink, tones[4], 0.15) : blend(paper, '#ffffff', 0.6);
      const [x, y] = [u * cell + random.between(-4, 4), v * cell + random.between(-4, 4)];
      parts.push(
        circle(x + 11, y + 15, r, ink, ' opacity=".3"'),
        circle(x, y, r, color),
        circle(
          x + r * 0.1,
          y + r * 0.12,
          r * 0.82,
          blend(color, dark && !isFocus ? paper : ink, dark && !isFocus ? 0.06 : 0.05),
        ),
        path(
          `M${n(x - r * 0.62)} ${n(y - r * 0.2)}q${n(r * 0.16)}-${n(r * 0.46)} ${n(r * 0.6)}-${n(r * 0.5)}q-${n(r * 0.42)} ` +
            `${n(r * 0.16)}-${n(r * 0.6)} ${n(r * 0.5)}z`,
          '#ffffff',
          ` opacity="${dark && !isFocus ? 0.4 : 0.85}"`,
        ),
      );
    }
  }
  const [fx, fy] = [focusAt[0] * cell, focusAt[1] * cell];
  parts.push(
    stroke(
      `M${n(fx - r - 15)} ${n(fy)}a${n(r + 15)} ${n(r + 15)} 0 1 0 ${n(r * 2 + 30)} 0a${n(r + 15)} ${n(r + 15)} 0 1 0 ${n(-r * 2 - 30)} 0`,
      paper,
      7,
    ),
  );
  // Lamplight from one side, the corner of the room on the other.
  parts.push(
    '<defs><linearGradient id="lamp" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffffff" stop-opacity=".22"/><stop offset=".55" ' +
      `stop-color="${ink}" stop-opacity="0"/><stop offset="1" stop-color="${ink}" stop-opacity=".5"/></linearGradient></defs>`,
  );
  return {
    svg: `<g transform="rotate(${angle} ${n(fx)} ${n(fy)})">${parts.slice(0, -1).join('')}</g>${parts.at(-1) ?? ''}${rect(0, 0, width, height, 'url(#lamp)')}`,
    ...focal(fx, fy),
  };
};

/** Hexagons with heights, woods, houses, and one road that somebody is proud of. */
const island: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const r = random.pick([104, 118, 132]);
  const sea = random.pick([tones[4], blend(tones[3], ink, 0.3), blend(tones[1], paper, 0.2)]);
  const parts = [fillAll(sea)];
  const waves = blend(sea, paper, 0.3);
  for (let wave = 0; wave < 130; wave++) {
    parts.push(
      stroke(
        `M${n(random.between(-20, width))} ${n(random.between(0, height))}q16-12 32 0t32 0`,
        waves,
        3,
        ' opacity=".55" stroke-linecap="round"',
      ),
    );
  }
  const middle = [width * random.between(0.48, 0.62), height * random.between(0.44, 0.54)] as const;
  const flat = 0.72;
  const cells: { x: number; y: number; high: number; wild: number }[] = [];
  for (let row = -1; row < 11; row++) {
    for (let column = -1; column < 10; column++) {
      const [x, y] = [(column + (row % 2 === 0 ? 0 : 0.5)) * r * 1.732, row * r * 1.5 * flat];
      const away = Math.hypot((x - middle[0]) / 700, (y - middle[1]) / 460);
      const land = 1 - away + random.noise(x / 270, y / 270) * 0.5;
      if (land > 0.12)
        cells.push({ x, y, high: Math.min(3, Math.max(0, Math.floor(land * 3.4))), wild: random.next() });
    }
  }
  const hex = (x: number, y: number, size: number): Point[] =>
    Array.from({ length: 6 }, (_, corner) => [
      x + Math.sin((corner * Math.PI) / 3) * size,
      y + Math.cos((corner * Math.PI) / 3) * size * flat,
    ]);
  const levels = [blend(spark, paper, 0.35), tones[1], tones[2], tones[3]];
  for (const { x, y } of cells)
    parts.push(path(lines(hex(x, y + 52, r * 1.13), true), waves, ' opacity=".5"'));
  const town =
    cells
      .filter(({ x, y }) => Math.abs(x - width * 0.64) < 190 && Math.abs(y - height * 0.44) < 190)
      .toSorted((a, b) => b.wild - a.wild)[0] ?? cells[0];
  for (const cell of cells) {
    const { x, high, wild } = cell;
    const lift = high * 27;
    const y = cell.y - lift;
    const color = cell === town ? accent : (levels[high] ?? tones[2]);
    const top = hex(x, y, r * 0.965);
    parts.push(
      path(
        lines(
          [top[5], top[0], top[1]]
            .flatMap((point) => (point ? [point] : []))
            .concat([
              [x + r * 0.836, y + r * 0.48 * flat + lift + 34],
              [x, y + r * 0.965 * flat + lift + 34],
              [x - r * 0.836, y + r * 0.48 * flat + lift + 34],
            ]),
          true,
        ),
        blend(color, ink, 0.5),
      ),
    );
    parts.push(path(lines(top, true), color), stroke(lines(top, true), blend(color, paper, 0.35), 3));
    if (cell === town)
      parts.push(
        ...[
          [-34, 12, 50],
          [30, -8, 66],
          [6, 34, 42],
        ].map(([dx = 0, dy = 0, size = 0]) => house(x + dx, y + dy, size, paper, ink, spark)),
      );
    else if (high >= 2 && wild > 0.35)
      parts.push(
        ...trees(
          x,
          y,
          Math.round(3 + wild * 5),
          blend(tones[4], ink, wild * 0.5),
          blend(tones[4], tones[2], 0.4),
        ),
      );
    else if (high === 3)
      parts.push(
        path(`M${n(x - 56)} ${n(y + 22)}l50-104 26 44 16-24 34 84z`, blend(tones[4], ink, 0.3)),
        path(`M${n(x - 6)} ${n(y - 82)}l-20 42 16-8 10 14 12-8z`, paper),
      );
    else if (wild < 0.32)
      for (let furrow = -2; furrow <= 2; furrow++)
        parts.push(
          stroke(
            `M${n(x - 44)} ${n(y + furrow * 15)}q44 ${n(wild * 40 - 6)} 88 0`,
            blend(color, ink, 0.3),
            4,
            ' stroke-linecap="round"',
          ),
        );
    else if (wild > 0.9) parts.push(house(x, y + 10, 48, tones[0], ink, accent));
  }
  return { svg: parts.join(''), ...focal(town?.x ?? middle[0], town ? town.y - town.high * 27 : middle[1]) };

  function trees(x: number, y: number, count: number, dark: string, light: string): string[] {
    return Array.from(
      { length: count },
      (_, index) =>
        [
          x + Math.cos(index * 2.4) * r * 0.16 * Math.sqrt(index + 0.6) * 1.4,
          y + Math.sin(index * 2.4) * r * 0.11 * Math.sqrt(index + 0.6) * 1.4,
        ] as const,
    )
      .toSorted((a, b) => a[1] - b[1])
      .map(
        ([tx, ty]) =>
          path(`M${n(tx - 19)} ${n(ty + 8)}q19 12 38 0l-19-58z`, dark) +
          path(`M${n(tx - 19)} ${n(ty + 8)}q10 8 19 9v-67z`, light),
      );
  }
};

function house(x: number, y: number, size: number, wall: string, ink: string, roof: string): string {
  return (
    path(`M${n(x - size / 2)} ${n(y)}v${n(-size * 0.5)}h${n(size)}v${n(size * 0.5)}z`, wall) +
    path(`M${n(x)} ${n(y)}v${n(-size * 0.5)}h${n(size / 2)}v${n(size * 0.5)}z`, ink, ' opacity=".22"') +
    path(
      `M${n(x - size * 0.58)} ${n(y - size * 0.46)}L${n(x)} ${n(y - size)}L${n(x + size * 0.58)} ${n(y - size * 0.46)}Z`,
      roof,
    ) +
    rect(x - size * 0.1, y - size * 0.28, size * 0.2, size * 0.28, ink)
  );
}
