/** Storage key of items that a user opened from the command bar; signing out removes it. */
export const RECENT_KEY = 'fe-recent'
