/** Line breaks, tabs and other control characters, and letters that are drawn as nothing but take their place. */
const BLANKS = /[\p{Cc}\p{Zl}\p{Zp}\s\u115f\u1160\u2800\u3164\uffa0]+/gu

/**
 * Characters without a shape: bidirectional overrides, which turn the text around them, spaces of width zero, soft
 * hyphens, halves of a pair. Joiners stay, because Persian, Indic scripts and emoji are written with them.
 */
const INVISIBLE = /(?!\u200c|\u200d)[\p{Cf}\p{Cs}]/gu

/** Joiners that join nothing. */
const LOOSE_JOINERS = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g

/** Something that can be seen. A mark alone is none: it is drawn over what precedes it. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The one form in which a name of a user, an account, a group or a role is stored and shown: on one line, without what
 * can't be seen, in composed letters (NFC). Empty when nothing can be seen.
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
