/** Spaces, fillers, byte order marks, soft hyphens and zero-width characters, which are often copied with text. */
const INVISIBLE_ENDS =
  /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+|[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/gu

/** Returns a value as it was before it was copied, such as a URL or a client ID. */
export const withoutInvisibleEnds = (text: string): string => text.replace(INVISIBLE_ENDS, '')
