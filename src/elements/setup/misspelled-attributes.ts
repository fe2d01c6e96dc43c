const BOX = ['app', 'base-url', 'client-id', 'preview']
const OPENED = [...BOX, 'open', 'mode']

/** Attributes by element. */
export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  'fe-login-box': BOX,
  'fe-admin-portal': [...OPENED, 'page', 'heading-level'],
  'fe-checkout': [...OPENED, 'plan-id'],
  'fe-pricing-table': BOX,
  'fe-gate': ['app', 'permission', 'roles', 'role', 'feature', 'mode', 'custom-attributes', 'explain'],
}

export const TAGS = Object.keys(ATTRIBUTES)

/** Attributes that every element has; frameworks add their own with a prefix. */
const GLOBAL =
  /^(?:id|class|style|slot|title|lang|dir|hidden|inert|tabindex|part|role|nonce|key|ref|is)$|^(?:data-|aria-|on|_|ng-|v-|x-)/

const MIN_LENGTH = 3

const lettersOf = (name: string): string => name.replace(/[-_]/g, '')

const isPartOf = (one: string, other: string): boolean => one.length >= MIN_LENGTH && other.startsWith(one)

/**
 * Returns the intended attribute. HTML ignores case, so `baseUrl` in markup is `baseurl`; `permissions` and `plan` are
 * longer and shorter than the real names.
 */
const meantBy = (name: string, known: readonly string[]): string | undefined =>
  known.find((each) => {
    const [given, right] = [lettersOf(name), lettersOf(each)]
    return isPartOf(given, right) || isPartOf(right, given)
  })

/** Returns what to rename when an attribute is similar to one of this element. */
export const findMisspelled = (host: Element): string | undefined => {
  const known = ATTRIBUTES[host.localName] ?? []
  const unknown = host.getAttributeNames().filter((name) => !known.includes(name) && !GLOBAL.test(name))
  for (const name of unknown) {
    const meant = meantBy(name, known)
    if (meant) return `Rename the attribute ${name} of <${host.localName}> to ${meant}.`
  }
  return undefined
}
