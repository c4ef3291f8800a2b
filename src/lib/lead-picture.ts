/** Pixels of width from which a picture can lead a list. */
export const minLeadWidth = 600;
