export interface DemoComment {
  /** Name of a visitor, or slug of an author. */
  readonly by: string;
  /** Minutes after the article. */
  readonly after: number;
  readonly text: string;
  readonly replies?: readonly DemoComment[];
}

/** Comments by the slug of their article, ordered by date, with replies nested. */
export const discussions: Readonly<Record<string, readonly DemoComment[]>> = {
  'the-last-cable-to-sorvik': [
    {
      by: 'Signe Aune',
      after: 21,
      text:
        'I taught on an island with one cable for eleven years. What no one tells you is that the younger teachers stop carrying cash in about a week and it ' +
        'takes them a decade to start again.',
    },
    {
      by: 'Piers Whitlow',
      after: 34,
      text: 'Is there any way to know which “redundant” links are still plugged in at the far end? Asking for a water company.',
      replies: [
        {
          by: 'tomas-brandvik',
          after: 52,
          text:
            'Oddvar Lien’s advice, which I had no room for: once a year, unplug the good one. At noon, on a Sunday, with everyone warned. ' +
            'If you don’t dare to, you have your answer.',
          replies: [
            {
              by: 'Piers Whitlow',
              after: 61,
              text: 'I have just proposed this in a meeting. The meeting is now about me.',
            },
          ],
        },
      ],
    },
    {
      by: 'Jun Takeda',
      after: 88,
      text: 'The timetable is the best detail. We spent a year on fair queuing for exactly this case, and a gymnasium beat us with letters of the alphabet.',
      replies: [
        {
          by: 'Marit H.',
          after: 131,
          text: 'Fair queuing never had to look its neighbour in the eye at the bakery.',
        },
      ],
    },
    {
      by: 'Oskar Lindqvist',
      after: 205,
      text: 'Small thing: you say that the lighthouse lamp froze mid-sweep. The lamp was fine, surely; it was the picture that froze. Actually.',
    },
  ],

  'he-deletes-code-for-a-living': [
    {
      by: 'Hanneke de Wit',
      after: 14,
      text:
        'I maintain a price engine. I printed the paragraph about the aunt’s second fridge and stuck it to ours. It has been taken down twice, ' +
        'by two different people, and I take that as a code review.',
      replies: [
        {
          by: 'Ruben A.',
          after: 22,
          text: 'What is in your second fridge?',
          replies: [
            {
              by: 'Hanneke de Wit',
              after: 25,
              text: 'A tax that was abolished in 2009. It still runs. It multiplies everything by one.',
              replies: [
                {
                  by: 'Ruben A.',
                  after: 31,
                  text: 'Then take it out!',
                  replies: [
                    {
                      by: 'Hanneke de Wit',
                      after: 33,
                      text: 'We did, in March. Invoices went out in Comic Sans. We put it back and no one speaks of it.',
                    },
                    {
                      by: 'Jun Takeda',
                      after: 47,
                      text: 'This is the most frightening thing I have read on this site, and I read the one about the eels.',
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          by: 'Beatriz Fonseca',
          after: 58,
          text: 'My mother had a second fridge. It held one lemon and the light that came on when you opened it. She said that it was for the light.',
        },
      ],
    },
    {
      by: 'Callum Reyes',
      after: 35,
      text:
        'Devil’s advocate, again. Waiting three seconds for a modem in 2021 is silly; but the reason it survived is that 112 people were each sensibly ' +
        'afraid. He’s paid to be unafraid on their behalf. When it goes wrong he’s in Cluj and they are on the telephone.',
      replies: [
        {
          by: 'mirai-castellan',
          after: 51,
          text:
            'He leaves his own number on the polite page, and it stays up for a fortnight. I asked him what happens if it rings at night. ' +
            'He said that it’s the only reason he still owns a telephone.',
          replies: [
            {
              by: 'Callum Reyes',
              after: 55,
              text: 'All right, that is better than most of my suppliers.',
              replies: [
                {
                  by: 'Noor Haddad',
                  after: 72,
                  text: 'Callum conceding a point. I’d like it noted, with the date and what stood there before.',
                },
              ],
            },
          ],
        },
        {
          by: 'Ewa Zielińska',
          after: 118,
          text: 'Being afraid is not the same as being careful. Careful people write down what they are afraid of.',
        },
      ],
    },
    {
      by: 'Lighthouse keeper, ret.',
      after: 77,
      text: 'It was me. I was the lighthouse.',
      replies: [
        {
          by: 'mirai-castellan',
          after: 96,
          text: 'Please write to letters@causeway.example. I mean it. What did you need it for?',
          replies: [
            {
              by: 'Lighthouse keeper, ret.',
              after: 140,
              text:
                'The ferry times. Not to catch one. If the 18:40 was late on the page, then there was fog at the other end, ' +
                'a quarter of an hour before I could see it. He kept that page for me. It is called keeper.html and it has one visitor.',
              replies: [
                {
                  by: 'Signe Aune',
                  after: 152,
                  text: 'I’m not crying, there’s a fan out of balance on a roof two streets off.',
                  replies: [
                    { by: 'Orla, van and stethoscope', after: 171, text: 'I could come on Thursday.' },
                  ],
                },
                { by: 'Piers Whitlow', after: 166, text: 'Two visitors, as of tonight. Sorry.' },
              ],
            },
          ],
        },
      ],
    },
    {
      by: 'Grete Solheim',
      after: 130,
      text: 'How does one become this? I’m 24 and I’ve only ever been paid to add.',
      replies: [
        {
          by: 'Teodor L.',
          after: 388,
          text:
            'Someone sent me the link. To Grete: delete one thing of your own each Friday, however small, and write on half a page what it was for. ' +
            'If you can’t say what it was for, you may not delete it. After a year you will be insufferable and employable.',
          replies: [
            {
              by: 'Grete Solheim',
              after: 402,
              text: 'It’s Friday. I took out a flag called useNewCheckout. The new checkout is from 2017. My half page says: it was for courage.',
            },
            { by: 'Hanneke de Wit', after: 431, text: 'Mr Lazăr, would you look at a tax?' },
          ],
        },
        { by: 'Dan Petrescu', after: 207, text: 'By marrying someone with two fridges.' },
      ],
    },
    {
      by: 'Oskar Lindqvist',
      after: 189,
      text: 'Nine hundred thousand lines removed and sixty thousand left makes fifteen sixteenths, not nine tenths. Actually it is more impressive.',
      replies: [
        {
          by: 'gerrit-hoekstra',
          after: 214,
          text: 'Oskar is right, and I was the doubter on this piece. I have put the sentence in a notebook. It’s in good company there.',
        },
      ],
    },
    {
      by: 'Anonymous, insurance',
      after: 455,
      text: 'I was one of the customers who noticed nothing. I’d like to say how much I enjoyed it.',
    },
    {
      by: 'Wiebke Lange',
      after: 610,
      text: 'The captain with his dead currency is the whole article for me. Forty lines, properly this time. I work in a museum, and we’d call that conservation.',
      replies: [
        {
          by: 'Noor Haddad',
          after: 655,
          text: 'And everything before it?',
          replies: [
            { by: 'Wiebke Lange', after: 670, text: 'Housework. It’s harder, and no one gives you a medal.' },
          ],
        },
      ],
    },
    {
      by: 'Ivo',
      after: 902,
      text:
        'First thing this morning I asked my team what would happen if we made the monthly report half a second slower. Someone said: ' +
        '“We have a monthly report?”',
    },
  ],

  'hums-found': [
    {
      by: 'Moira Deasy',
      after: 118,
      text: 'Mrs Deasy of Skibbereen was my aunt. She’d have been delighted with the stamps.',
    },
    {
      by: 'Ruben A.',
      after: 260,
      text: 'My upstairs neighbour hums. It’s not a fan or a nun. He’s just happy. What do I do?',
      replies: [
        {
          by: 'ines-okafor',
          after: 301,
          text: 'I asked her. She says to find out the note, and to move your bed.',
        },
      ],
    },
  ],

  'number-six-plotter-1984-2026': [
    {
      by: 'Ana Brkić',
      after: 190,
      text:
        'I was the wedding dress. It was drawn at one to one over a lunch hour, on film that was meant for the stern of a tanker, ' +
        'and it fitted. Rest well, Six.',
    },
    { by: 'Dan Petrescu', after: 420, text: 'We had a Seven. We don’t talk about Seven.' },
  ],

  'how-long-is-a-five-minute-wait': [
    {
      by: 'Lieve M.',
      after: 210,
      text:
        'I live opposite stop 9. There’s now a queue for the gap in the hedge. Last week someone put up a sign that says how ' +
        'many minutes until your turn.',
      replies: [
        {
          by: 'mirai-castellan',
          after: 245,
          text: 'Please tell me that you’re joking.',
          replies: [
            {
              by: 'Lieve M.',
              after: 249,
              text: 'I’m joking. But you believed it at once, and that ought to go in your table.',
            },
          ],
        },
      ],
    },
    {
      by: 'Jun Takeda',
      after: 900,
      text: 'Your stop 8 result should be carved over the door of my faculty. WELCOME: 1.2.',
    },
    {
      by: 'Oskar Lindqvist',
      after: 1130,
      text: 'Actually the median of the ratios isn’t the ratio of the medians. I’ve sent you a letter with a drawing.',
      replies: [{ by: 'gerrit-hoekstra', after: 1300, text: 'It was read aloud. It was a good drawing.' }],
    },
  ],

  'move-3406': [
    {
      by: 'Hex and the City',
      after: 330,
      text:
        'The theorem is older than the village game by a few years, and Nash is said to have played it on bathroom tiles. ' +
        'I can’t tell you how happy I am that someone uses roof tiles.',
    },
    {
      by: 'Upper Brod, 3rd house',
      after: 800,
      text: 'We have read this. You have given away 3,410. Thank you very much.',
      replies: [{ by: 'Lower Brod', after: 804, text: 'Thank you very much!' }],
    },
  ],

  'why-the-lift-goes-down-first': [
    {
      by: 'Ewa Zielińska',
      after: 505,
      text: 'I’m on eleven in that building. I never knew about the four seconds. My mother has been telling visitors for years that our lift is polite.',
      replies: [
        {
          by: 'leila-marwan',
          after: 560,
          text: 'I’ve passed that on to Ms Brzoza. She was silent for a moment and said: “Tell her it is.”',
        },
      ],
    },
  ],

  'how-to-lose-at-cards-to-a-child': [
    {
      by: 'Wren’s mother',
      after: 75,
      text: 'She’s had it read to her. Her only remark was that you’re at forty lentils and she is at nine hundred, and that it isn’t in there.',
      replies: [{ by: 'cosmo-adeyemi', after: 92, text: 'An oversight. Tell her there’s a bird.' }],
    },
    {
      by: 'Beatriz Fonseca',
      after: 640,
      text: 'My grandfather still owes me a game of sueca. I keep a chair for it.',
    },
  ],

  'a-kettle-reviewed-after-nineteen-years': [
    {
      by: 'The man in Leicester',
      after: 1210,
      text: 'I remember the switch. Glad it’s holding. Next time the address is on the same letter, I haven’t moved.',
      replies: [{ by: 'leila-marwan', after: 1255, text: 'I shall enter this under assets.' }],
    },
    { by: 'Callum Reyes', after: 1500, text: 'Can you do toasters? I need one by 2045.' },
  ],

  'seven-error-messages-worth-framing': [
    {
      by: 'Grete Solheim',
      after: 300,
      text: 'After reading this I changed ours from “Unexpected error” to “We didn’t expect this. Did you?” Four customers have written back, and two had.',
      replies: [{ by: 'mirai-castellan', after: 333, text: 'Number eight, then.' }],
    },
    {
      by: 'Ivo',
      after: 740,
      text: 'The tax office is mine. Not the sentence; the country. We were very proud of it, and the deadline was extended.',
    },
  ],

  'leave-us-one-ugly-square': [
    {
      by: 'Piers Whitlow',
      after: 820,
      text: 'I have sat on those steps. I had always assumed that the wall used to be a door and that the door left.',
    },
    {
      by: 'A friend of yours, with the nine grasses',
      after: 1370,
      text: 'You could have rung me before you printed it. We’re keeping the steps. I sat on them for an evening, as you knew I would.',
    },
  ],

  'thirty-years-of-wrong-answers': [
    {
      by: 'Anneke Visser',
      after: 1020,
      text: 'I’m 46 and I design ballast tanks. No marks! I want it regraded.',
      replies: [{ by: 'gerrit-hoekstra', after: 1065, text: 'Nine and a half. The half is for the moon.' }],
    },
  ],

  'in-defence-of-the-slow-page': [
    {
      by: 'Noor Haddad',
      after: 95,
      text: 'I read this on a train, in a tunnel, which turns out to be the only place where nothing may be added to a page once it’s there.',
    },
    {
      by: 'Callum Reyes',
      after: 240,
      text: 'Devil’s advocate: the strip at the foot of the screen pays for the essay. Someone has to ask for the money before I leave.',
      replies: [
        {
          by: 'ines-okafor',
          after: 312,
          text: 'Yes, and one can ask at the door, on the way out. It works for concerts. We are trying it here and shall report, whichever way it goes.',
          replies: [
            {
              by: 'Noor Haddad',
              after: 355,
              text: 'At the concerts that I go to they pass round a hat in the interval, and the violinist watches you.',
            },
          ],
        },
      ],
    },
    {
      by: 'Beatriz Fonseca',
      after: 1480,
      text: 'My grandfather’s chair had one arm. The other had been taken off so that the newspaper could be opened all the way. Thank you for this.',
    },
  ],
};
