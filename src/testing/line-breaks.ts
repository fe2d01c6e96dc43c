/** Line breaks of texts that users copy: those of systems, of word processors and of Unicode (UAX 14). */
export const LINE_BREAKS = ['\n', '\r\n', '\r', '\v', '\f', '\x85', '\u2028', '\u2029']
