export interface DemoComment {
  /** Slug of the article. */
  readonly article: string;
  /** Name of a visitor, or the slug of an author of the magazine. */
  readonly by: string;
  /** Minutes after the article. */
  readonly after: number;
  /** Place in this list of the comment that it answers. */
  readonly answers?: number;
  readonly text: string;
}

const cable = 'the-last-cable-to-sorvik';
const slowPage = 'in-defence-of-the-slow-page';

export const comments: readonly DemoComment[] = [
  { article: cable, by: 'Signe Aune', after: 21, text: 'I taught on an island with one cable for eleven years. What nobody tells you is that the younger teachers stop carrying cash in about a week and it takes them a decade to start again.' },
  { article: cable, by: 'Piers Whitlow', after: 34, text: 'Is there any way to know which “redundant” links are still plugged in at the far end? Asking for a water company.' },
  { article: cable, by: 'tomas-brandvik', after: 52, answers: 1, text: 'Oddvar Lien’s advice, which I had no room for: once a year, unplug the good one. At noon, on a Sunday, with everybody warned. If you don’t dare to, you have your answer.' },
  { article: cable, by: 'Piers Whitlow', after: 61, answers: 2, text: 'I have just proposed this in a meeting. The meeting is now about me.' },
  { article: cable, by: 'Jun Takeda', after: 88, text: 'The timetable is the best detail. We spent a year on fair queuing for exactly this case, and a gymnasium beat us with letters of the alphabet.' },
  { article: cable, by: 'Marit H.', after: 131, answers: 4, text: 'Fair queuing never had to look its neighbour in the eye at the bakery.' },
  { article: cable, by: 'Oskar Lindqvist', after: 205, text: 'Small thing: you say that the lighthouse lamp froze mid-sweep. The lamp was fine, surely; it was the picture that froze. Actually.' },
  { article: slowPage, by: 'Noor Haddad', after: 95, text: 'I read this on a train, in a tunnel, which turns out to be the only place where nothing may be added to a page once it’s there.' },
  { article: slowPage, by: 'Callum Reyes', after: 240, text: 'Devil’s advocate: the strip at the foot of the screen pays for the essay. Somebody has to ask for the money before I leave.' },
  { article: slowPage, by: 'ines-okafor', after: 312, answers: 8, text: 'Yes, and one can ask at the door, on the way out. It works for concerts. We are trying it here and shall report, whichever way it goes.' },
  { article: slowPage, by: 'Noor Haddad', after: 355, answers: 9, text: 'At the concerts that I go to they pass round a hat in the interval, and the violinist watches you.' },
  { article: slowPage, by: 'Beatriz Fonseca', after: 1480, text: 'My grandfather’s chair had one arm. The other had been taken off so that the newspaper could be opened all the way. Thank you for this.' },
];
