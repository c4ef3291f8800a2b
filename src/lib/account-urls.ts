/** Where people sign in, who come back to `path` then. */
export function logInUrl(path?: string): string {
  return `/wp-login.php${path ? `?redirect_to=${encodeURIComponent(path)}` : ''}`;
}

/** Where people sign out, who come back to `path` then; it asks first. */
export function logOutUrl(path?: string): string {
  return `/wp-login.php?action=logout${path ? `&redirect_to=${encodeURIComponent(path)}` : ''}`;
}

/** Where readers say what is wrong with a comment, and where that form is sent. */
export const reportAddress = (commentId: number): string => `/wp-comments-report.php?c=${commentId}`;

/** Path of the picture that REST names for accounts and commenters without a portrait; readers' pages show initials. */
export const defaultAvatarPath = '/wp-includes/images/default-avatar.png';
