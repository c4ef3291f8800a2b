import { createContext } from 'react';

/** Which part of a list is rendered: all of it, or only its posts, as the call of another page answers. */
export const ListPart = createContext<'whole' | 'items'>('whole');
