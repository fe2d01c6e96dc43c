/** Spaces, byte order marks, zero-width spaces, direction marks and fillers, which are often copied with text. */
const INVISIBLE = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Joiners, variation selectors and tags, which are a part of the preceding emoji or letter. */
const PART = /\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}]/u

const INVISIBLE_START = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/u

/** Returns where the visible text ends. A pattern would read the same blanks again from each of them. */
const visibleEndOf = (text: string, keepsParts: boolean): number => {
  let end = text.length
  for (let at = text.length; at > 0; ) {
    const character = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
    const before = at - character.length
    // Nothing invisible belongs to a character of ASCII.
    if (!INVISIBLE.test(character)) return character < '\x80' ? at : end
    if (!keepsParts || !PART.test(character)) end = before
    at = before
  }
  return 0
}

/**
 * Returns a value as it was before it was copied, such as a URL or a client ID.
 *
 * @param keepsParts whether an emoji or a letter at the end keeps its invisible parts; an email can't end with them
 */
export const withoutInvisibleEnds = (text: string, keepsParts = true): string =>
  text.slice(0, visibleEndOf(text, keepsParts)).replace(INVISIBLE_START, '')
