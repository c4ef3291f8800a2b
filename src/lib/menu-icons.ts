/** Icons of menu items by name: paths on a canvas of 24 × 24, drawn with a stroke of 2. */
export const menuIcons = {
  home: 'M4 11.5 12 4l8 7.5V20h-5.5v-5h-5v5H4z',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  live: 'M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3M7.8 7.8a6 6 0 0 0 0 8.4M16.2 7.8a6 6 0 0 1 0 8.4M4.9 4.9a10 10 0 0 0 0 14.2M19.1 4.9a10 10 0 0 1 0 14.2',
  fire: 'M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2 1-3.5 2-4.5.3 1.5 1 2.5 2 3C10 9 10.5 6 12 3z',
  video: 'M4 5h16v14H4zM10 9v6l5-3z',
  audio:
    'M12 3.5a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0V6A2.5 2.5 0 0 1 12 3.5zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  camera: 'M3.5 7.5H8l1.5-2.5h5L16 7.5h4.5V19h-17zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7',
  mail: 'M3.5 5.5h17v13h-17zM4 6l8 7 8-7',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  bookmark: 'M6.5 3.5h11v17L12 16l-5.5 4.5z',
  calendar: 'M4 5.5h16V20H4zM4 10h16M8 3v4M16 3v4',
  cart: 'M2.5 4H5.5l2.5 11h10l2.5-8H6.5M9 18.5a1 1 0 1 0 0 2 1 1 0 1 0 0-2M17 18.5a1 1 0 1 0 0 2 1 1 0 1 0 0-2',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17',
  chart: 'M4 4v16h16M8.5 16v-4M13 16V7M17.5 16v-6',
  weather: 'M7.5 18.5a4 4 0 1 1 .3-8 5 5 0 0 1 9.6 1.2 3.5 3.5 0 0 1-.4 6.8z',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 11v5.5M12 7.5v.5',
} as const;

export type MenuIcon = keyof typeof menuIcons;

export const menuIconNames = Object.keys(menuIcons) as readonly MenuIcon[];

export const isMenuIcon = (name: string): name is MenuIcon => Object.hasOwn(menuIcons, name);
