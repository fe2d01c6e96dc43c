/**
 * Applies the OpaqueString profile (RFC 8265 §4.2.2): keyboards and operating systems compose letters and spaces
 * differently, and the same password must work on all of them.
 */
export const opaqueString = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
