/** Path of the picture that REST names for accounts and commenters without a portrait; readers' pages show initials. */
export const defaultAvatarPath = '/wp-includes/images/default-avatar.png';
