import { isRecord } from '../kernel/safe-json.ts'
import type { AppSettings } from './settings.ts'

/** What a host or the portal's metadata says of one field or tab. */
export type Appearance = 'hidden' | 'viewOnly' | 'edit'

export type Fields<Name extends string> = Readonly<Record<Name, Appearance>>

/** The field is on the screen. */
export const isShown = (appearance: Appearance): boolean => appearance !== 'hidden'

/** The field's controls are on the screen, and its actions and deep links work. Every page decides by these two. */
export const isEditable = (appearance: Appearance): boolean => appearance === 'edit'

/** The same fields for a user who may look and not change. */
export const viewOnly = <Name extends string>(fields: Fields<Name>): Fields<Name> =>
  Object.fromEntries(
    Object.entries<Appearance>(fields).map(([name, appearance]) => [name, isShown(appearance) ? 'viewOnly' : 'hidden']),
  ) as Fields<Name> // the same names

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

/** The strictest first. */
const APPEARANCES: readonly Appearance[] = ['hidden', 'viewOnly', 'edit']

const childOf = (node: unknown, key: string): unknown =>
  isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined

/** The host's own value at a path below the pages of the configuration, and the one of the portal's metadata. */
export const settingsAt = ({ theme, configuration }: Sources, path: readonly string[]): unknown[] =>
  [theme, configuration?.themeV2].map((source: unknown) => ['adminPortal', 'pages', ...path].reduce(childOf, source))

const appearanceIn = (value: unknown): Appearance | undefined => APPEARANCES.find((appearance) => appearance === value)

/** The host's own options win over the portal's metadata; what neither names can be edited. */
const appearanceAt = (settings: Sources, path: readonly string[]): Appearance =>
  settingsAt(settings, [...path, 'appearance']).flatMap((value) => appearanceIn(value) ?? [])[0] ?? 'edit'

/** How each named field at a path below the pages of the configuration appears. */
export const fieldsAt = <const Name extends string>(
  settings: Sources,
  path: readonly string[],
  names: readonly Name[],
): Fields<Name> =>
  Object.fromEntries(names.map((name) => [name, appearanceAt(settings, [...path, name])])) as Fields<Name> // one entry per name

/** How each named field of a page appears. */
export const fieldsOf = <const Name extends string>(
  settings: Sources,
  page: string,
  names: readonly Name[],
): Fields<Name> => fieldsAt(settings, [page, 'fieldsProperties'], names)

/** How each named tab of a page appears: hidden or edit. */
export const tabsOf = <const Name extends string>(
  settings: Sources,
  page: string,
  names: readonly Name[],
): Fields<Name> => fieldsAt(settings, [page, 'tabsProperties'], names)

/** How the fields inside one tab of a page appear. */
export const fieldsOfTab = <const Name extends string>(
  settings: Sources,
  [page, tab]: readonly [page: string, tab: string],
  names: readonly Name[],
): Fields<Name> => fieldsAt(settings, [page, 'tabsProperties', tab, 'fieldsProperties'], names)

/** Where a host's options and the portal's metadata name a field. */
export interface FieldPlace {
  /** Name of the page there, which for some pages is not their id. */
  page: string
  /** @default the field is not on a tab */
  tab?: string
  /** @default the whole tab */
  field?: string
  /** It has no field of its own: it follows one that is shown, and stays where that one is hidden. @default false */
  outlivesHidden?: boolean
}

/**
 * How a field appears: the strictest of its tab and itself decides. Its card and its actions, the commands and deep links
 * that lead to it and the suggestions about it all ask here, so what is hidden in one place is hidden in all.
 */
export const appearanceOf = (settings: Sources, { page, tab, field, outlivesHidden }: FieldPlace): Appearance => {
  const found = [
    ...(tab ? [tabsOf(settings, page, [tab])[tab]] : []),
    ...(field ? [(tab ? fieldsOfTab(settings, [page, tab], [field]) : fieldsOf(settings, page, [field]))[field]] : []),
  ]
  const strictest = APPEARANCES.find((appearance) => found.includes(appearance)) ?? 'edit'
  return outlivesHidden && !isShown(strictest) ? 'edit' : strictest
}
