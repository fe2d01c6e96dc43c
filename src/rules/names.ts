/** Line breaks, tabs and other control characters, and letters that are invisible but take up space. */
const BLANKS = /[\p{Cc}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+/gu

/**
 * Characters without a shape: bidirectional overrides, which reverse the text around them, zero-width spaces, soft
 * hyphens, combining joiners, lone surrogates. Joiners and variation selectors have a rule of their own.
 */
const INVISIBLE = /(?!\p{VS}|\p{Join_C})[\p{Cf}\p{Cs}\p{DI}]/gu

/**
 * Joiners and variation selectors where they change nothing, such as between Latin letters, so that two equal names
 * look different to the server. Persian, Indic scripts, emoji and Han characters need them.
 */
const LOOSE_JOINERS =
  /(?<=^|[\s\p{P}\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hani}\p{N}])\p{Join_C}+|\p{Join_C}+(?=\s|$)/gu
const LOOSE_SELECTORS =
  /(?<!\p{Extended_Pictographic}|[\d#*](?=\ufe0f\u20e3))[\ufe0e\ufe0f]|(?<!\p{sc=Mong})[\u180b-\u180d\u180f]|(?<!\p{sc=Hani})(?![\ufe0e\ufe0f\u180b-\u180f])\p{VS}/gu

/** A visible character. A mark doesn't count, because it is drawn over the preceding character. */
export const VISIBLE = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

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
    .replace(LOOSE_SELECTORS, '')
    .replace(LOOSE_JOINERS, '')
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFC')
  return VISIBLE.test(name) ? name : ''
}
