/** On the document: address and title followed the reader into another article of the page. */
export const followedEvent = 'broadsheet:followed';
