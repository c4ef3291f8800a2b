/** Whether the specification's rules for phones hold: width or height below 768 px, and no iPad (which also calls itself a Mac with a touch screen). */
export function isPhoneScreen(): boolean {
  const isPad =
    /iPad/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return !isPad && (innerWidth < 768 || innerHeight < 768);
}
