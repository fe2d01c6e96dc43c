import { parseJson } from '../../kernel/safe-json.ts'

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

const TAGS = Object.keys(ATTRIBUTES)

/** Attributes that every element has; frameworks add their own with a prefix. */
const GLOBAL =
  /^(?:id|class|style|slot|title|lang|dir|hidden|inert|tabindex|part|role|nonce|key|ref|is)$|^(?:data-|aria-|on|_|ng-|v-|x-)/

const MIN_LENGTH = 3

const lettersOf = (name: string): string => name.replace(/[-_]/g, '')

const isPartOfName = (one: string, other: string): boolean => one.length >= MIN_LENGTH && other.startsWith(one)

/**
 * Returns the intended attribute. HTML ignores case, so `baseUrl` in markup is `baseurl`; `permissions` and `plan` are
 * longer and shorter than the real names.
 */
const intendedAttribute = (name: string, known: readonly string[]): string | undefined =>
  known.find((each) => {
    const [given, right] = [lettersOf(name), lettersOf(each)]
    return isPartOfName(given, right) || isPartOfName(right, given)
  })

/** Returns what to rename when an attribute is similar to one of this element. */
export const findMisspelled = (host: Element): string | undefined => {
  const known = ATTRIBUTES[host.localName] ?? []
  const unknown = host.getAttributeNames().filter((name) => !known.includes(name) && !GLOBAL.test(name))
  for (const name of unknown) {
    const meant = intendedAttribute(name, known)
    if (meant) return `Rename the attribute ${name} of <${host.localName}> to ${meant}.`
  }
  return undefined
}

interface MarkupFault {
  text: string
  /** Element that shows the explanation. @default the console shows it */
  place?: Element
}

const WITHOUT_CONTENT = 'fe-login-box, fe-admin-portal, fe-checkout, fe-pricing-table'
const LOADER = /(\d+\.\d+\.\d+)\/fe\.(?:umd|esm)\.js$/

const withoutDashes = (tag: string): string => tag.replaceAll('-', '')

const isPartOfTag = (one: string, other: string): boolean => one.length > 'fe-'.length && other.startsWith(one)

/**
 * Returns the intended tag: `<fe-loginbox>` and `<fe-login>` mean `<fe-login-box>`; other elements with this prefix are
 * the host's own.
 */
const intendedTag = (tag: string): string | undefined =>
  TAGS.find((known) => withoutDashes(known) === withoutDashes(tag)) ??
  TAGS.find((known) => isPartOfTag(tag, known) || isPartOfTag(known, tag))

const findUnknownTags = (page: Document): MarkupFault[] =>
  [...page.querySelectorAll(':not(:defined)')].flatMap(({ localName }) => {
    const meant = TAGS.includes(localName) ? undefined : intendedTag(localName)
    return meant ? [{ text: `There is no element <${localName}>. Write <${meant}></${meant}>.` }] : []
  })

/**
 * Finds self-closed custom elements, which HTML doesn't have: the rest of the page becomes their content and is never
 * shown.
 */
const findSwallowed = (page: Document): MarkupFault[] =>
  [...page.querySelectorAll(WITHOUT_CONTENT)]
    .filter(({ children }) => [...children].some(({ slot }) => !slot))
    .map((place) => {
      const tag = place.localName
      return {
        place,
        text: `<${tag}> doesn't show what the page has inside it. Close it right away: <${tag}></${tag}>.`,
      }
    })

const isDrawn = ({ shadowRoot }: Element): boolean =>
  (shadowRoot?.querySelector('.fe-element')?.childElementCount ?? 0) > 0

const findHidden = (page: Document): MarkupFault[] =>
  [...page.querySelectorAll('fe-login-box')]
    .filter((box) => isDrawn(box) && !box.checkVisibility())
    .map(() => ({
      text: '<fe-login-box> is in a part of the page that is hidden (display: none). Show that part while no one is signed in.',
    }))

const findUnreadAttributes = (page: Document): MarkupFault[] =>
  [...page.querySelectorAll('fe-gate[custom-attributes]')]
    .filter((gate) => parseJson(gate.getAttribute('custom-attributes')) === undefined)
    .map((gate) => ({
      text: `The custom-attributes '${gate.getAttribute('custom-attributes')}' of <fe-gate> aren't JSON. Write an object, such as '{"seats":40}'.`,
    }))

const findVersions = (page: Document): MarkupFault[] => {
  const scripts = [...page.querySelectorAll<HTMLScriptElement>('script[src]')]
  const [first, ...more] = new Set(scripts.flatMap(({ src }) => LOADER.exec(src)?.[1] ?? []))
  if (more.length === 0) return []
  const all = [first, ...more].join(' and ')
  return [{ text: `This page loads Front Entry ${all}. Keep one script tag; the elements are those of the first.` }]
}

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'

const findPageFaults = (page: Document): MarkupFault[] => [
  ...(page.compatMode === 'BackCompat'
    ? [
        {
          text: 'This page has no doctype, so browsers lay it out by other rules. Write <!doctype html> in its first line.',
        },
      ]
    : []),
  ...(page.querySelector('meta[name=viewport i]')
    ? []
    : [{ text: `Phones draw this page as wide as a desktop screen. Add ${VIEWPORT} to its head.` }]),
]

const findMisspelledAttributes = (page: Document): MarkupFault[] =>
  [...page.querySelectorAll(TAGS.join())].flatMap((element) => {
    const text = findMisspelled(element)
    return text ? [{ text }] : []
  })

/** Returns a message for each part of the page that keeps elements from being seen or read. */
export const findMarkupFaults = (page: Document): MarkupFault[] => [
  ...findPageFaults(page),
  ...findVersions(page),
  ...findUnknownTags(page),
  ...findMisspelledAttributes(page),
  ...findSwallowed(page),
  ...findHidden(page),
  ...findUnreadAttributes(page),
]
