/** Words that providers send for false. */
const NEGATIVE = /^(?:false|0|no|n|f|off|never|none|pending|(?:un|not?[ _-]?)(?:verified|confirmed))$/

/**
 * Reads a flag of OpenID Connect or SAML, which providers also send as a text in any case, as a number or in a list. One
 * false flag of several makes all of them false; a flag in other words is unknown.
 */
export const flagOf = (value: unknown): boolean | undefined => {
  const texts = [value].flat().map((flag) => String(flag).trim().toLowerCase())
  if (texts.some((text) => NEGATIVE.test(text))) return false
  return texts.some((text) => ['true', '1', 'yes'].includes(text)) ? true : undefined
}
