import { blend } from '../palette.ts';
import type { Palette } from '../palette.ts';
import { circle, curve, focal, height, n, path, rect, stroke, verticalGradient, width } from '../svg.ts';
import type { Generator, Point } from '../svg.ts';

/** A low sun over swells that roll towards us. */
export const tide: Generator = ({ random, palette }) => {
  const { paper, ink, tones, accent, spark } = palette;
  const mood = random.pick(['day', 'dusk', 'night']);
  const night = mood === 'night';
  const horizon = height * random.between(0.36, 0.56);
  const [fx, fy, fr] = [
    width * random.between(0.54, 0.74),
    horizon - random.between(0.02, 0.19) * height,
    random.between(120, 200),
  ];
  const sky = verticalGradient(
    'sky',
    mood === 'day'
      ? [
          [0, tones[1]],
          [0.6, tones[0]],
          [1, blend(paper, spark, 0.25)],
        ]
      : mood === 'dusk'
        ? [
            [0, blend(tones[4], tones[3], 0.4)],
            [0.5, blend(tones[2], accent, 0.25)],
            [1, blend(spark, accent, 0.2)],
          ]
        : [
            [0, ink],
            [0.6, tones[4]],
            [1, tones[3]],
          ],
  );
  const disc = night ? blend(paper, spark, 0.25) : mood === 'dusk' ? blend(paper, spark, 0.5) : accent;
  const parts = [`<defs>${sky.defs}</defs>`, rect(0, 0, width, horizon + 40, sky.url)];
  for (let cloud = 0; cloud < 7; cloud++) {
    const [x, y, w] = [
      random.between(-100, width),
      random.between(40, horizon - 120),
      random.between(180, 520),
    ];
    parts.push(
      rect(
        x,
        y,
        w,
        random.between(6, 18),
        night ? tones[2] : paper,
        ` rx="9" opacity="${n(random.between(0.35, 0.8))}"`,
      ),
    );
  }
  if (night) {
    let stars = '';
    for (let star = 0; star < 160; star++)
      stars += `M${n(random.between(0, width))} ${n(random.between(0, horizon - 30))}h0`;
    parts.push(
      stroke(stars, paper, 2.6, ' stroke-linecap="round" opacity=".6"'),
      circle(fx, fy, fr * 1.6, disc, ' opacity=".08"'),
      circle(fx, fy, fr * 1.25, disc, ' opacity=".1"'),
    );
  }
  parts.push(circle(fx, fy, fr * (night ? 0.7 : 1), disc));
  if (night)
    for (const [dx, dy, r] of [
      [-0.24, -0.16, 0.16],
      [0.2, 0.22, 0.12],
      [0.1, -0.34, 0.08],
    ] as const)
      parts.push(circle(fx + dx * fr, fy + dy * fr, r * fr, tones[1], ' opacity=".55"'));
  else
    for (let bar = 0; bar < 5; bar++)
      parts.push(
        rect(
          fx - fr - 10,
          fy + fr * (0.28 + bar * 0.15),
          fr * 2 + 20,
          3 + bar * 2.6,
          blend(tones[0], paper, 0.4),
          ' opacity=".9"',
        ),
      );
  const swells = 15;
  for (let swell = 0; swell < swells; swell++) {
    const share = swell / (swells - 1);
    const y = horizon + (height - horizon + 30) * share ** 1.55;
    const rise = 5 + share * 62;
    const long = 2.2 + (1 - share) * 5;
    const points: Point[] = Array.from({ length: 33 }, (_, index) => [
      (index / 32) * (width + 80) - 40,
      y + random.noise((index / 32) * long + swell * 7, swell * 1.3) * rise,
    ]);
    const day = blend(
      blend(tones[1], tones[2], Math.min(1, share * 2.2)),
      ink,
      Math.max(0, share * 1.15 - 0.28),
    );
    const color =
      mood !== 'day' ? blend(blend(tones[3], tones[4], Math.min(1, share * 1.8)), ink, share * 0.85) : day;
    parts.push(
      path(`${curve(points)}V${height + 20}H-40Z`, color),
      stroke(curve(points), blend(color, paper, 0.5 - share * 0.3), 1.4 + share * 3),
    );
    for (let glint = 0; glint < 9; glint++) {
      const spread = 60 + share * 190;
      const [x, w] = [fx + random.between(-spread, spread), random.between(20, 80) * (0.5 + share)];
      if (random.chance(0.8 - share * 0.35)) {
        parts.push(
          rect(
            x - w / 2,
            y + random.between(4, 10 + share * 40),
            w,
            2 + share * 6,
            random.chance(0.3) ? spark : disc,
            ` rx="${n(1 + share * 3)}" opacity="${n(0.95 - share * 0.4)}"`,
          ),
        );
      }
    }
  }
  parts.push(
    random.pick([lighthouse, sloop, freighter, beacons])(
      width * random.between(0.2, 0.3),
      horizon + 64,
      palette,
      night,
    ),
  );
  return { svg: parts.join(''), ...focal(fx, fy) };
};

function sloop(x: number, y: number, { ink, paper, accent }: Palette): string {
  return (
    path(`M${n(x - 54)} ${n(y)}h112l-20 26h-74z`, ink) +
    path(`M${n(x)} ${n(y - 8)}v-104l-46 96z`, paper) +
    path(`M${n(x + 7)} ${n(y - 8)}v-92l38 90z`, accent)
  );
}

/** A ship with a crane and a drum, going about her work. */
function freighter(
  x: number,
  y: number,
  { ink, paper, tones, accent, spark }: Palette,
  night: boolean,
): string {
  let windows = '';
  for (let light = 0; light < 5; light++)
    windows += `M${n(x + 84 + light * 17)} ${n(y - 74)}h9M${n(x + 84 + light * 17)} ${n(y - 50)}h9`;
  return (
    path(`M${n(x - 240)} ${n(y - 26)}l34 66h404l46-80-30 6-18 18z`, ink) +
    rect(x - 216, y + 22, 420, 12, accent) +
    path(`M${n(x + 72)} ${n(y - 30)}v-62h96l14 60z`, paper) +
    rect(x + 92, y - 138, 44, 48, accent) +
    rect(x + 92, y - 128, 44, 9, ink) +
    stroke(windows, night ? spark : tones[3], 9) +
    circle(x - 20, y - 48, 34, tones[3]) +
    circle(x - 20, y - 48, 20, spark) +
    circle(x - 20, y - 48, 7, ink) +
    stroke(
      `M${n(x - 120)} ${n(y - 26)}v-120l-104-34M${n(x - 120)} ${n(y - 146)}L${n(x - 66)} ${n(y - 28)}`,
      ink,
      9,
    ) +
    stroke(`M${n(x - 222)} ${n(y - 178)}v190`, ink, 3)
  );
}

/** Stakes that mark a channel, with a bird on the nearest. */
function beacons(x: number, y: number, { ink, accent, paper }: Palette, night: boolean): string {
  const stakes = [
    [0, 40, 1.5],
    [118, 2, 1],
    [196, -22, 0.7],
    [250, -38, 0.5],
  ] as const;
  const bird = path(`M${n(x - 8)} ${n(y - 190)}q-26 4-34 26q28 8 44-10l26-6z`, night ? paper : ink);
  return (
    bird +
    stakes
      .map(
        ([dx, dy, scale]) =>
          stroke(`M${n(x + dx)} ${n(y + dy)}v${n(-136 * scale)}`, ink, 11 * scale) +
          path(
            `M${n(x + dx - 24 * scale)} ${n(y + dy - 112 * scale)}h${n(48 * scale)}l${n(-24 * scale)} ${n(-44 * scale)}z`,
            accent,
          ),
      )
      .join('')
  );
}

/** A lighthouse on its rock; at night with its beam. */
function lighthouse(x: number, y: number, { ink, paper, accent, spark }: Palette, night: boolean): string {
  const top = y - 250;
  let bands = '';
  for (let band = 0; band < 3; band++) {
    bands += path(
      `M${n(x - 21 - band * 3.4)} ${n(top + 58 + band * 66)}h${n(42 + band * 6.8)}l1.6 30h${n(-45.2 - band * 6.8)}z`,
      accent,
    );
  }
  const beam = night
    ? path(`M${n(x)} ${n(top + 22)}L${n(x + 1700)} ${n(top - 130)}V${n(top + 230)}Z`, spark, ' opacity=".18"')
    : '';
  return (
    beam +
    path(`M${n(x - 150)} ${n(y + 40)}q40-66 92-60q20-24 62-20t60 22q58-8 96 58z`, ink) +
    path(`M${n(x - 20)} ${n(top + 44)}h40l13 206h-66z`, paper) +
    bands +
    rect(x - 28, top + 38, 56, 9, ink) +
    rect(x - 14, top + 8, 28, 30, spark) +
    path(`M${n(x - 20)} ${n(top + 8)}h40l-20-26z`, ink)
  );
}
