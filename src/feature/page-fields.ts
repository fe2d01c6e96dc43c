import { isRecord } from '../kernel/safe-json.ts'
import type { AppSettings } from './settings.ts'

/** Setting of a host or the portal's metadata for one field or tab. */
export type Appearance = 'hidden' | 'viewOnly' | 'edit'

export type Fields<Name extends string> = Readonly<Record<Name, Appearance>>

/** Returns whether the field is visible. */
export const isShown = (appearance: Appearance): boolean => appearance !== 'hidden'

/**
 * Returns whether the field's controls are visible and its actions and deep links work. Every page decides by these two
 * functions.
 */
export const isEditable = (appearance: Appearance): boolean => appearance === 'edit'

/** Returns the same fields for a user who may view but not change them. */
export const viewOnly = <Name extends string>(fields: Fields<Name>): Fields<Name> =>
  Object.fromEntries(
    Object.entries<Appearance>(fields).map(([name, appearance]) => [name, isShown(appearance) ? 'viewOnly' : 'hidden']),
  ) as Fields<Name> // the keys are the same names

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

/** Appearances, the strictest first. */
const APPEARANCES: readonly Appearance[] = ['hidden', 'viewOnly', 'edit']

const childOf = (node: unknown, key: string): unknown =>
  isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined

/** Returns the host's value and the metadata's value at a path below the configuration's pages. */
export const settingsAt = ({ theme, configuration }: Sources, path: readonly string[]): unknown[] =>
  [theme, configuration?.themeV2].map((source: unknown) => ['adminPortal', 'pages', ...path].reduce(childOf, source))

const appearanceIn = (value: unknown): Appearance | undefined => APPEARANCES.find((appearance) => appearance === value)

/**
 * Returns the appearance: the host's options take precedence over the portal's metadata; a field in neither can be
 * edited.
 */
const appearanceAt = (settings: Sources, path: readonly string[]): Appearance =>
  settingsAt(settings, [...path, 'appearance']).flatMap((value) => appearanceIn(value) ?? [])[0] ?? 'edit'

/** Returns the appearance of each named field at a path below the configuration's pages. */
export const fieldsAt = <const Name extends string>(
  settings: Sources,
  path: readonly string[],
  names: readonly Name[],
): Fields<Name> =>
  Object.fromEntries(names.map((name) => [name, appearanceAt(settings, [...path, name])])) as Fields<Name> // one entry per name

/** Returns the appearance of each named field of a page. */
export const fieldsOf = <const Name extends string>(
  settings: Sources,
  page: string,
  names: readonly Name[],
): Fields<Name> => fieldsAt(settings, [page, 'fieldsProperties'], names)

/** Returns the appearance of each named tab of a page: hidden or edit. */
export const tabsOf = <const Name extends string>(
  settings: Sources,
  page: string,
  names: readonly Name[],
): Fields<Name> => fieldsAt(settings, [page, 'tabsProperties'], names)

/** Returns the appearance of the fields in one tab of a page. */
export const fieldsOfTab = <const Name extends string>(
  settings: Sources,
  [page, tab]: readonly [page: string, tab: string],
  names: readonly Name[],
): Fields<Name> => fieldsAt(settings, [page, 'tabsProperties', tab, 'fieldsProperties'], names)

/** Names of a field in a host's options and the portal's metadata. */
export interface FieldPlace {
  /** Name of the page there, which differs from its ID for some pages. */
  page: string
  /** @default the field is not on a tab */
  tab?: string
  /** @default the whole tab */
  field?: string
  /** Whether it stays visible when the field is hidden, because it has no field of its own. @default false */
  outlivesHidden?: boolean
}

/**
 * Returns the appearance of a field: the stricter of its tab's and its own. Its card, its actions, the commands, deep
 * links and suggestions for it all use this function, so that a hidden field is hidden everywhere.
 */
export const appearanceOf = (settings: Sources, { page, tab, field, outlivesHidden }: FieldPlace): Appearance => {
  const found = [
    ...(tab ? [tabsOf(settings, page, [tab])[tab]] : []),
    ...(field ? [(tab ? fieldsOfTab(settings, [page, tab], [field]) : fieldsOf(settings, page, [field]))[field]] : []),
  ]
  const strictest = APPEARANCES.find((appearance) => found.includes(appearance)) ?? 'edit'
  return outlivesHidden && !isShown(strictest) ? 'edit' : strictest
}
