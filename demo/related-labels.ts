/**
 * Which articles an editor would put under which, for measuring the ranking of related posts (`npm run bench -- related`).
 *
 * Method: all 62 articles were read from beginning to end, before there was a ranking; then, for each, the three to six others were written down that a reader
 * who liked it would want next: the same subject (undersea cables, old programs that nobody dares to touch), the same theme (what people on the spot know and a
 * form does not), the same setting (night work, stairwells). A shared category or author alone was no reason. Not symmetrical: a broad essay may stand under a
 * narrow report and not the other way round. Best first.
 */
export const relatedLabels: Readonly<Record<string, readonly string[]>> = {
  'a-chair-on-every-landing': [
    'why-the-lift-goes-down-first', 'the-room-that-belongs-to-everyone', 'who-owns-the-roof', 'ring-the-bell', 'the-house-that-keeps-its-distance',
  ],
  'a-foghorn-in-b-flat': [
    'hums-found', 'counting-the-quiet', 'the-sound-of-a-rabbit-shrugging', 'the-last-clatter-on-platform-four', 'the-cron-job-that-rang-the-bells',
  ],
  'a-geography-lesson-by-ping': [
    'the-last-cable-to-sorvik', 'log-of-a-ship-that-waits', 'the-engineers-who-listen-to-rain', 'thirty-years-of-wrong-answers',
    'a-satellite-older-than-its-keepers',
  ],
  'a-kettle-reviewed-after-nineteen-years': ['some-things-should-stay-broken', 'drawer-4112', 'number-six-plotter-1984-2026', 'begin-with-the-notes'],
  'a-library-of-wrong-books': [
    'to-whoever-borrows-this-next', 'see-also', 'low-water-with-commas', 'thirty-years-of-wrong-answers', 'some-things-should-stay-broken',
  ],
  'a-satellite-older-than-its-keepers': [
    'four-stitches-to-the-centimetre', 'how-to-name-nine-hundred-craters', 'the-engineers-who-listen-to-rain', 'a-geography-lesson-by-ping',
    'the-last-cable-to-sorvik',
  ],
  'a-week-as-everybody-else': [
    'six-jobs-without-a-name', 'what-the-cleaner-knows-on-thursday', 'the-best-ten-minutes-of-the-shift', 'the-night-bus-knows-the-way',
    'the-inspector-goes-first',
  ],
  'against-the-dashboard': [
    'the-rota-on-the-fridge-door', 'in-defence-of-the-slow-page', 'dear-required-field', 'leave-us-one-ugly-square', 'how-long-is-a-five-minute-wait',
    'seven-error-messages-worth-framing',
  ],
  'all-lanterns-in-forty-one-minutes': ['forty-hours-in-the-waiting-room', 'how-to-lose-at-cards-to-a-child', 'twelve-keys-for-one-hand', 'move-3406'],
  'begin-with-the-notes': [
    'a-kettle-reviewed-after-nineteen-years', 'the-room-that-belongs-to-everyone', 'ring-the-bell', 'see-also', 'a-chair-on-every-landing',
  ],
  'counting-the-quiet': ['what-the-eel-survey-found', 'hums-found', 'the-glacier-keeps-a-diary', 'a-foghorn-in-b-flat', 'the-sound-of-a-rabbit-shrugging'],
  'dear-required-field': [
    'seven-error-messages-worth-framing', 'against-the-dashboard', 'in-defence-of-the-slow-page', 'the-rota-on-the-fridge-door', 'ring-the-bell',
  ],
  'drawer-4112': [
    'the-last-clatter-on-platform-four', 'some-things-should-stay-broken', 'a-kettle-reviewed-after-nineteen-years', 'eight-objects-that-outplayed-the-cast',
    'twelve-keys-for-one-hand',
  ],
  'eight-objects-that-outplayed-the-cast': ['the-sound-of-a-rabbit-shrugging', 'the-doors-do-the-editing', 'survived-by-its-organ', 'drawer-4112'],
  'forty-hours-in-the-waiting-room': [
    'how-long-is-a-five-minute-wait', 'all-lanterns-in-forty-one-minutes', 'in-defence-of-the-slow-page', 'move-3406', 'log-of-a-ship-that-waits',
  ],
  'four-stitches-to-the-centimetre': [
    'a-satellite-older-than-its-keepers', 'how-to-name-nine-hundred-craters', 'twelve-keys-for-one-hand', 'eight-objects-that-outplayed-the-cast',
    'the-last-clatter-on-platform-four',
  ],
  'he-deletes-code-for-a-living': [
    'the-program-nobody-may-turn-off', 'the-spreadsheet-at-berth-nine', 'the-cron-job-that-rang-the-bells', 'against-the-dashboard',
    'seven-error-messages-worth-framing',
  ],
  'hold-the-17-58': [
    'how-long-is-a-five-minute-wait', 'six-nights-on-the-water-tram', 'the-night-bus-knows-the-way', 'the-rota-on-the-fridge-door',
    'the-last-clatter-on-platform-four',
  ],
  'how-long-is-a-five-minute-wait': [
    'forty-hours-in-the-waiting-room', 'hold-the-17-58', 'the-night-bus-knows-the-way', 'against-the-dashboard', 'the-last-clatter-on-platform-four',
  ],
  'how-to-lose-at-cards-to-a-child': ['move-3406', 'forty-hours-in-the-waiting-room', 'all-lanterns-in-forty-one-minutes', 'the-inspector-goes-first'],
  'how-to-name-nine-hundred-craters': [
    'a-satellite-older-than-its-keepers', 'four-stitches-to-the-centimetre', 'see-also', 'low-water-with-commas', 'dear-required-field',
  ],
  'hums-found': [
    'counting-the-quiet', 'a-foghorn-in-b-flat', 'the-cron-job-that-rang-the-bells', 'why-the-lift-goes-down-first', 'the-sound-of-a-rabbit-shrugging',
  ],
  'in-defence-of-the-slow-page': [
    'against-the-dashboard', 'dear-required-field', 'to-whoever-borrows-this-next', 'forty-hours-in-the-waiting-room', 'thirty-years-of-wrong-answers',
    'leave-us-one-ugly-square',
  ],
  'leave-us-one-ugly-square': ['who-owns-the-roof', 'ring-the-bell', 'the-inspector-goes-first', 'some-things-should-stay-broken', 'against-the-dashboard'],
  'log-of-a-ship-that-waits': [
    'the-last-cable-to-sorvik', 'a-geography-lesson-by-ping', 'the-network-that-dies-every-may', 'six-nights-on-the-water-tram',
    'the-best-ten-minutes-of-the-shift',
  ],
  'low-water-with-commas': [
    'a-library-of-wrong-books', 'see-also', 'the-program-nobody-may-turn-off', 'how-to-name-nine-hundred-craters', 'to-whoever-borrows-this-next',
  ],
  'move-3406': ['how-to-lose-at-cards-to-a-child', 'all-lanterns-in-forty-one-minutes', 'forty-hours-in-the-waiting-room', 'they-kept-the-snow-in-sawdust'],
  'number-six-plotter-1984-2026': [
    'survived-by-its-organ', 'a-kettle-reviewed-after-nineteen-years', 'the-last-clatter-on-platform-four', 'some-things-should-stay-broken',
    'the-program-nobody-may-turn-off',
  ],
  'ring-the-bell': [
    'a-chair-on-every-landing', 'the-room-that-belongs-to-everyone', 'leave-us-one-ugly-square', 'begin-with-the-notes', 'they-kept-the-snow-in-sawdust',
  ],
  'see-also': ['to-whoever-borrows-this-next', 'a-library-of-wrong-books', 'low-water-with-commas', 'how-to-name-nine-hundred-craters', 'begin-with-the-notes'],
  'seven-error-messages-worth-framing': [
    'dear-required-field', 'the-cron-job-that-rang-the-bells', 'he-deletes-code-for-a-living', 'against-the-dashboard', 'thirty-years-of-wrong-answers',
  ],
  'six-jobs-without-a-name': [
    'what-the-cleaner-knows-on-thursday', 'the-best-ten-minutes-of-the-shift', 'a-week-as-everybody-else', 'the-rota-on-the-fridge-door',
  ],
  'six-nights-on-the-water-tram': [
    'the-night-bus-knows-the-way', 'hold-the-17-58', 'how-long-is-a-five-minute-wait', 'the-last-clatter-on-platform-four',
    'what-the-cleaner-knows-on-thursday', 'log-of-a-ship-that-waits',
  ],
  'some-things-should-stay-broken': [
    'a-kettle-reviewed-after-nineteen-years', 'drawer-4112', 'the-last-clatter-on-platform-four', 'a-library-of-wrong-books', 'leave-us-one-ugly-square',
  ],
  'survived-by-its-organ': [
    'number-six-plotter-1984-2026', 'the-doors-do-the-editing', 'eight-objects-that-outplayed-the-cast', 'the-sound-of-a-rabbit-shrugging',
  ],
  'the-best-ten-minutes-of-the-shift': [
    'six-jobs-without-a-name', 'what-the-cleaner-knows-on-thursday', 'the-rota-on-the-fridge-door', 'a-week-as-everybody-else',
  ],
  'the-cron-job-that-rang-the-bells': [
    'the-program-nobody-may-turn-off', 'he-deletes-code-for-a-living', 'hums-found', 'why-the-lift-goes-down-first', 'seven-error-messages-worth-framing',
    'the-spreadsheet-at-berth-nine',
  ],
  'the-doors-do-the-editing': [
    'survived-by-its-organ', 'eight-objects-that-outplayed-the-cast', 'the-sound-of-a-rabbit-shrugging', 'why-the-lift-goes-down-first',
    'what-the-cleaner-knows-on-thursday',
  ],
  'the-engineers-who-listen-to-rain': [
    'the-network-that-dies-every-may', 'a-satellite-older-than-its-keepers', 'a-geography-lesson-by-ping', 'the-last-cable-to-sorvik',
  ],
  'the-glacier-keeps-a-diary': [
    'they-kept-the-snow-in-sawdust', 'the-official-dust', 'counting-the-quiet', 'the-house-that-keeps-its-distance', 'what-the-eel-survey-found',
  ],
  'the-house-that-keeps-its-distance': [
    'they-kept-the-snow-in-sawdust', 'the-town-that-moved-noon', 'a-chair-on-every-landing', 'the-room-that-belongs-to-everyone', 'the-glacier-keeps-a-diary',
  ],
  'the-inspector-goes-first': ['leave-us-one-ugly-square', 'how-to-lose-at-cards-to-a-child', 'a-week-as-everybody-else', 'move-3406'],
  'the-last-cable-to-sorvik': ['log-of-a-ship-that-waits', 'a-geography-lesson-by-ping', 'the-network-that-dies-every-may', 'the-engineers-who-listen-to-rain'],
  'the-last-clatter-on-platform-four': [
    'some-things-should-stay-broken', 'drawer-4112', 'the-sound-of-a-rabbit-shrugging', 'a-foghorn-in-b-flat', 'number-six-plotter-1984-2026', 'hold-the-17-58',
  ],
  'the-network-that-dies-every-may': [
    'the-engineers-who-listen-to-rain', 'the-last-cable-to-sorvik', 'a-geography-lesson-by-ping', 'log-of-a-ship-that-waits', 'who-owns-the-roof',
  ],
  'the-night-bus-knows-the-way': [
    'six-nights-on-the-water-tram', 'hold-the-17-58', 'how-long-is-a-five-minute-wait', 'the-rota-on-the-fridge-door', 'what-the-cleaner-knows-on-thursday',
  ],
  'the-official-dust': ['the-glacier-keeps-a-diary', 'counting-the-quiet', 'how-to-name-nine-hundred-craters', 'what-the-eel-survey-found'],
  'the-program-nobody-may-turn-off': [
    'the-spreadsheet-at-berth-nine', 'he-deletes-code-for-a-living', 'what-the-eel-survey-found', 'the-cron-job-that-rang-the-bells', 'low-water-with-commas',
  ],
  'the-render-farm-in-the-cowshed': ['the-sound-of-a-rabbit-shrugging', 'the-doors-do-the-editing', 'they-kept-the-snow-in-sawdust', 'who-owns-the-roof'],
  'the-room-that-belongs-to-everyone': [
    'who-owns-the-roof', 'a-chair-on-every-landing', 'ring-the-bell', 'the-house-that-keeps-its-distance', 'why-the-lift-goes-down-first',
  ],
  'the-rota-on-the-fridge-door': [
    'the-best-ten-minutes-of-the-shift', 'six-jobs-without-a-name', 'hold-the-17-58', 'the-night-bus-knows-the-way', 'against-the-dashboard',
    'what-the-cleaner-knows-on-thursday',
  ],
  'the-sound-of-a-rabbit-shrugging': [
    'the-render-farm-in-the-cowshed', 'the-doors-do-the-editing', 'eight-objects-that-outplayed-the-cast', 'hums-found', 'the-last-clatter-on-platform-four',
    'counting-the-quiet',
  ],
  'the-spreadsheet-at-berth-nine': [
    'the-program-nobody-may-turn-off', 'he-deletes-code-for-a-living', 'the-cron-job-that-rang-the-bells', 'the-rota-on-the-fridge-door',
  ],
  'the-town-that-moved-noon': [
    'they-kept-the-snow-in-sawdust', 'the-house-that-keeps-its-distance', 'the-glacier-keeps-a-diary', 'the-rota-on-the-fridge-door',
  ],
  'they-kept-the-snow-in-sawdust': ['the-glacier-keeps-a-diary', 'the-town-that-moved-noon', 'the-house-that-keeps-its-distance', 'move-3406'],
  'thirty-years-of-wrong-answers': [
    'a-geography-lesson-by-ping', 'a-library-of-wrong-books', 'in-defence-of-the-slow-page', 'how-to-lose-at-cards-to-a-child',
    'seven-error-messages-worth-framing',
  ],
  'to-whoever-borrows-this-next': ['a-library-of-wrong-books', 'see-also', 'in-defence-of-the-slow-page', 'low-water-with-commas'],
  'twelve-keys-for-one-hand': ['all-lanterns-in-forty-one-minutes', 'drawer-4112', 'the-last-clatter-on-platform-four', 'four-stitches-to-the-centimetre'],
  'what-the-cleaner-knows-on-thursday': [
    'six-jobs-without-a-name', 'the-best-ten-minutes-of-the-shift', 'a-week-as-everybody-else', 'the-rota-on-the-fridge-door', 'the-night-bus-knows-the-way',
  ],
  'what-the-eel-survey-found': ['counting-the-quiet', 'the-program-nobody-may-turn-off', 'the-glacier-keeps-a-diary', 'the-official-dust'],
  'who-owns-the-roof': [
    'the-room-that-belongs-to-everyone', 'a-chair-on-every-landing', 'leave-us-one-ugly-square', 'why-the-lift-goes-down-first', 'ring-the-bell',
  ],
  'why-the-lift-goes-down-first': [
    'a-chair-on-every-landing', 'the-doors-do-the-editing', 'he-deletes-code-for-a-living', 'the-room-that-belongs-to-everyone', 'hums-found',
    'the-program-nobody-may-turn-off',
  ],
};
