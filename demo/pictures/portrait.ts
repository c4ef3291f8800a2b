import { blend } from './palette.ts';
import { circle, n, path, rect, stroke } from './svg.ts';

/** Pixels of a portrait, both ways. */
export const portraitSize = 400;

/** How a head is built; colours as `#rrggbb`. */
export interface Portrait {
  readonly ground: string;
  readonly skin: string;
  readonly hair: string;
  readonly coat: string;
  readonly head: 'oval' | 'square' | 'long';
  readonly style: 'bun' | 'crop' | 'bald' | 'bob' | 'curls' | 'cap';
  /** Colour of the cap. */
  readonly cap?: string;
  readonly glasses?: 'round' | 'square';
  readonly beard?: boolean;
}

/** Draws a geometric head, lit from the left: the same portrait gives the same text everywhere. */
export function drawPortrait({
  ground,
  skin,
  hair,
  coat,
  cap = hair,
  head,
  style,
  glasses,
  beard,
}: Portrait): string {
  const [x, y] = [200, 186];
  const [rx, ry] = head === 'oval' ? [70, 88] : head === 'square' ? [76, 84] : [64, 96];
  const corner = head === 'square' ? 38 : 70;
  const face =
    `M${x - rx} ${y - ry + corner}q0-${corner} ${rx}-${corner}t${rx} ${corner}v${n(ry * 0.5)}q0 ${n(ry * 1.5 - corner)} -${rx} ` +
    `${n(ry * 1.5 - corner)}t-${rx}-${n(ry * 1.5 - corner)}z`;
  const shade = blend(skin, '#2b0f20', 0.26);
  const parts = [
    rect(0, 0, 400, 400, ground),
    circle(288, 120, 150, blend(ground, '#ffffff', 0.16)),
    behind(),
    path('M36 412c4-92 62-122 164-122s160 30 164 122z', coat),
    path('M200 290c102 0 160 30 164 122H200z', '#000000', ' opacity=".16"'),
    path(`M164 ${y + 40}h72v74q-36 44-72 0z`, shade),
    path(`M150 296l50 62 50-62 16 8-66 92-66-92z`, blend(coat, '#ffffff', 0.28)),
    `<clipPath id="face"><path d="${face}"/></clipPath>`,
    path(face, skin),
    `<g clip-path="url(#face)">${rect(x + 6, 0, 200, 400, shade, ' opacity=".75"')}` +
      `${beard ? path(`M${x - rx} ${y + 18}q${rx} 44 ${rx * 2} 0v150h-${rx * 2}z`, hair) : ''}</g>`,
    path(`M${x + 6} ${y - 26}v46l-22 10q-3-6 4-14z`, blend(shade, '#2b0f20', 0.12)),
    stroke(
      `M${x - 46} ${y - 30}q16-12 32-2M${x + 18} ${y - 32}q16-10 32 4`,
      hair === '#e9e4da' ? '#8f8a82' : hair,
      6,
      ' stroke-linecap="round"',
    ),
    circle(x - 28, y - 8, 5.5, '#1a1420'),
    circle(x + 34, y - 8, 5.5, '#1a1420'),
    stroke(
      `M${x - 20} ${y + 50}q20 12 40-2`,
      beard ? skin : blend(shade, '#5a0f20', 0.4),
      6,
      ' stroke-linecap="round"',
    ),
  ];
  if (glasses === 'round') {
    parts.push(
      stroke(
        `M${x - 56} ${y - 8}a26 26 0 1 0 52 0a26 26 0 1 0-52 0M${x + 8} ${y - 8}a26 26 0 1 0 52 0a26 26 0 1 0-52 0M${x - 4} ${y - 12}q6-6 12 0`,
        '#17131f',
        5,
      ),
    );
  }
  if (glasses === 'square') {
    parts.push(
      stroke(
        `M${x - 58} ${y - 28}h52v36h-52zM${x + 8} ${y - 28}h52v36h-52zM${x - 6} ${y - 18}h14`,
        '#17131f',
        6,
        ' stroke-linejoin="round"',
      ),
    );
  }
  parts.push(front());
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${portraitSize}" height="${portraitSize}" viewBox="0 0 400 400">${parts.join('')}</svg>`;

  function behind(): string {
    if (style === 'bun') return circle(x + 34, y - ry - 22, 40, hair);
    if (style === 'bob')
      return path(
        `M${x - rx - 26} ${y + 74}v-92q4-96 ${rx + 26}-96t${rx + 26} 96v92q-30 18-60 0h-${rx * 2 - 68}q-30 18-60 0z`,
        hair,
      );
    if (style === 'curls') {
      return [
        [-78, 10, 38],
        [78, 10, 38],
        [-88, -38, 40],
        [88, -38, 40],
        [-64, -86, 44],
        [64, -86, 44],
        [0, -106, 52],
      ]
        .map(([dx = 0, dy = 0, r = 0]) => circle(x + dx, y + dy, r, hair))
        .join('');
    }
    return '';
  }

  function front(): string {
    const top = y - ry;
    switch (style) {
      case 'bun':
        return path(
          `M${x - rx - 6} ${y - 20}q-6-${ry - 6} ${rx + 6}-${ry - 8}t${rx + 6} ${ry - 8}q-30-46-${rx}-48q-46 2-${rx + 12} 48z`,
          hair,
        );
      case 'crop':
        return path(
          `M${x - rx - 4} ${y - 16}v-34q0-56 ${rx + 14}-60q${rx - 6} 0 ${rx - 4} 60v34l-10-34q-60 8-104-16z`,
          hair,
        );
      case 'bob':
        return path(
          `M${x - rx - 8} ${y + 6}q-4-${ry + 8} ${rx + 8}-${ry + 12}t${rx + 8} ${ry + 12}q-8-58-40-62q-64 34-96 62z`,
          hair,
        );
      case 'curls':
        return [
          [-52, -70, 30],
          [-16, -86, 32],
          [24, -84, 32],
          [56, -66, 28],
        ]
          .map(([dx = 0, dy = 0, r = 0]) => circle(x + dx, y + dy, r, blend(hair, '#ffffff', 0.07)))
          .join('');
      case 'cap':
        return (
          path(`M${x - rx - 8} ${y - 36}q0-70 ${rx + 8}-70t${rx + 8} 70z`, cap) +
          rect(x - rx - 12, y - 48, rx * 2 + 24, 24, blend(cap, '#ffffff', 0.18), ' rx="6"')
        );
      default:
        return (
          path(
            `M${x - rx - 3} ${y + 8}q-10-30 2-62q8 26 8 62zM${x + rx + 3} ${y + 8}q10-30-2-62q-8 26-8 62z`,
            hair,
          ) + circle(x - 22, top + 26, 12, '#ffffff', ' opacity=".28"')
        );
    }
  }
}
