/** Splits at every line break of Unicode (UAX 14, BK, CR, LF and NL); chats and documents separate lines by others than LF. */
export const splitLines = (text: string): string[] => text.split(/\r\n?|[\n\v\f\x85\u2028\u2029]/)
