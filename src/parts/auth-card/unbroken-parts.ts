/** Matches short words with a hyphen, such as two-factor, and phone numbers, masked or not. */
const WHOLE = /(\b\w{1,8}-\w{1,8}\b|\+[\d*][\d* ()-]*[\d*])/

/** Splits text so that every second part is one that a line break would make hard to read. */
export const unbrokenParts = (text: string): readonly string[] => text.split(WHOLE)
