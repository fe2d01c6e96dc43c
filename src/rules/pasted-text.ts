/** Spaces, byte order marks, zero-width spaces, direction marks and fillers, which are often copied with text. */
const BLANK = /[\s\u00ad\u200b\u2060-\u2064\u2800\u3164\ufeff\uffa0\p{Bidi_Control}]/u

/** Other invisible characters. Variation selectors, joiners and tags are a part of the preceding emoji or letter. */
const IGNORABLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

const INVISIBLE_START = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/u

/** Returns where the visible text ends. A pattern would read the same blanks again from each of them. */
const visibleEndOf = (text: string): number => {
  let end = text.length
  for (let at = text.length; at > 0; ) {
    const character = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
    const before = at - character.length
    if (BLANK.test(character)) end = before
    // Nothing invisible belongs to a character of ASCII.
    else if (!IGNORABLE.test(character)) return character < '\x80' ? at : end
    at = before
  }
  return 0
}

/** Returns a value as it was before it was copied, such as a URL or a client ID. */
export const withoutInvisibleEnds = (text: string): string =>
  text.slice(0, visibleEndOf(text)).replace(INVISIBLE_START, '')
