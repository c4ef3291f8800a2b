/**
 * What readers may type into the search of the demo magazine, and the article that they want: written from the list of titles and standfirsts before anything
 * was searched for.
 * `src/content/search/quality.test.ts` measures the ranking by it.
 */
export const searchLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'words of a title': {
    'last cable': 'the-last-cable-to-sorvik', 'night bus': 'the-night-bus-knows-the-way', 'official dust': 'the-official-dust',
    'eel survey': 'what-the-eel-survey-found', 'water tram': 'six-nights-on-the-water-tram',
    'render farm': 'the-render-farm-in-the-cowshed', 'error messages': 'seven-error-messages-worth-framing', foghorn: 'a-foghorn-in-b-flat',
    glacier: 'the-glacier-keeps-a-diary', kettle: 'a-kettle-reviewed-after-nineteen-years',
    'satellite': 'a-satellite-older-than-its-keepers', 'wrong answers': 'thirty-years-of-wrong-answers', rain: 'the-engineers-who-listen-to-rain',
    craters: 'how-to-name-nine-hundred-craters', rabbit: 'the-sound-of-a-rabbit-shrugging',
  },
  'in another order, with small words': {
    'roof who owns': 'who-owns-the-roof', 'the doors and the editing': 'the-doors-do-the-editing', 'cards child lose': 'how-to-lose-at-cards-to-a-child',
    'noon moved town': 'the-town-that-moved-noon',
  },
  'a whole title': {
    'see also': 'see-also', 'Hums found': 'hums-found', 'Drawer 4,112': 'drawer-4112', 'move 3406': 'move-3406', 'Hold the 17.58': 'hold-the-17-58',
    'Number Six, plotter, 1984–2026': 'number-six-plotter-1984-2026', 'How long is a five-minute wait?': 'how-long-is-a-five-minute-wait',
  },
  'still being typed': {
    engin: 'the-engineers-who-listen-to-rain', dashb: 'against-the-dashboard', spreadsh: 'the-spreadsheet-at-berth-nine',
    lantern: 'all-lanterns-in-forty-one-minutes', 'cron jo': 'the-cron-job-that-rang-the-bells', 'platform f': 'the-last-clatter-on-platform-four',
    keybo: 'twelve-keys-for-one-hand',
  },
  'accents, case, ligatures': {
    sorvik: 'the-last-cable-to-sorvik', SØRVIK: 'the-last-cable-to-sorvik', tromso: 'the-glacier-keeps-a-diary', lodz: 'the-sound-of-a-rabbit-shrugging',
    'teodor lazar': 'he-deletes-code-for-a-living', 'vlasta horakova': 'all-lanterns-in-forty-one-minutes', 'ｇｌａｃｉｅｒ': 'the-glacier-keeps-a-diary',
    'oﬃcial dust': 'the-official-dust', 'val mustair': 'they-kept-the-snow-in-sawdust',
  },
  'words of the text': {
    'wood shavings': 'they-kept-the-snow-in-sawdust', 'split-flap': 'the-last-clatter-on-platform-four', 'pear wood': 'twelve-keys-for-one-hand',
    calligaris: 'drawer-4112', skarvholm: 'a-foghorn-in-b-flat', oosterhaven: 'low-water-with-commas', 'perpetua lund': 'four-stitches-to-the-centimetre',
    'apricot trees': 'the-network-that-dies-every-may', 'props mistress': 'eight-objects-that-outplayed-the-cast', katowice: 'why-the-lift-goes-down-first',
  },
  'typing mistakes': {
    enginers: 'the-engineers-who-listen-to-rain', dashbaord: 'against-the-dashboard', spredsheet: 'the-spreadsheet-at-berth-nine',
    glacer: 'the-glacier-keeps-a-diary', sattelite: 'a-satellite-older-than-its-keepers', cabel: 'the-last-cable-to-sorvik',
    inspetcor: 'the-inspector-goes-first', 'libary wrong': 'a-library-of-wrong-books', 'kettel reviewed': 'a-kettle-reviewed-after-nineteen-years',
    'nite bus': 'the-night-bus-knows-the-way', foghron: 'a-foghorn-in-b-flat', 'eror messages': 'seven-error-messages-worth-framing',
  },
};

/** Names of writers, sections and tags as readers may type them, and the archive that they want: its kind and name. */
export const nameLabels: Readonly<Record<string, string>> = {
  'ines okafor': 'author Ines Okafor', brandvik: 'author Tomas Brandvik', 'Hoekstra Gerrit': 'author Gerrit Hoekstra', mirai: 'author Mirai Castellan',
  castel: 'author Mirai Castellan', software: 'category Software', climat: 'category Climate', HOUSING: 'category Housing', robotics: 'post_tag Robotics',
};
