/** Words that providers send for false. */
const NEGATIVE = /^(?:false|0|no|n|f|off|never|none|pending|(?:un|not?[ _-]?)(?:verified|confirmed))$/

/**
 * Reads a boolean claim of OpenID Connect or SAML. Providers also send it as a string in any case, as a number or in a
 * list. One false value in a list makes the claim false; a claim without a recognized value is unknown.
 */
export const flagOf = (value: unknown): boolean | undefined => {
  const texts = [value].flat().map((flag) => String(flag).trim().toLowerCase())
  if (texts.some((text) => NEGATIVE.test(text))) return false
  return texts.some((text) => ['true', '1', 'yes'].includes(text)) ? true : undefined
}
