/** Line breaks, tabs and other control characters, and letters that are invisible but take up space. */
const BLANKS = /[\p{Cc}\p{Zl}\p{Zp}\s\u115f\u1160\u2800\u3164\uffa0]+/gu

/**
 * Characters without a shape: bidirectional overrides, which reverse the text around them, zero-width spaces, soft
 * hyphens, lone surrogates. Joiners stay, because Persian, Indic scripts and emoji need them.
 */
const INVISIBLE = /(?!\u200c|\u200d)[\p{Cf}\p{Cs}]/gu

/** Joiners that join nothing. */
const LOOSE_JOINERS = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g

/** A visible character. A mark alone is none, because it is drawn over the preceding character. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Returns the canonical form in which the name of a user, account, group or role is stored and shown: on one line,
 * without invisible characters, in composed letters (NFC). Empty when nothing is visible.
 *
 * @example normalizeName('  Ada\u202e \n Lovelace ') // 'Ada Lovelace'
 */
export const normalizeName = (text: string): string => {
  const name = text
    .replace(BLANKS, ' ')
    .replace(INVISIBLE, '')
    .replace(LOOSE_JOINERS, '')
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFC')
  return VISIBLE.test(name) ? name : ''
}
