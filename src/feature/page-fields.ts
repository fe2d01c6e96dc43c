import { isRecord } from '../kernel/safe-json.ts'
import type { AppSettings } from './settings.ts'

/** What a host or the portal's metadata says of one field or tab. */
export type Appearance = 'hidden' | 'viewOnly' | 'edit'

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

const APPEARANCES: readonly Appearance[] = ['hidden', 'viewOnly', 'edit']

const childOf = (node: unknown, key: string): unknown =>
  isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined

const readFrom = (theme: unknown, path: readonly string[]): Appearance | undefined => {
  const value = path.reduce(childOf, theme)
  return APPEARANCES.find((appearance) => appearance === value)
}

/** The host's own options win over the portal's metadata; what neither names can be edited. */
const appearanceAt = ({ theme, configuration }: Sources, path: readonly string[]): Appearance => {
  const whole = ['adminPortal', 'pages', ...path, 'appearance']
  return readFrom(theme, whole) ?? readFrom(configuration?.themeV2, whole) ?? 'edit'
}

/** How each named field of a page appears. */
export const fieldsOf = <const Name extends string>(
  settings: Sources,
  page: string,
  names: readonly Name[],
): Readonly<Record<Name, Appearance>> =>
  Object.fromEntries(names.map((name) => [name, appearanceAt(settings, [page, 'fieldsProperties', name])])) as Record<
    Name,
    Appearance
  > // one entry per name, made by the line above

/** How each named tab of a page appears: hidden or edit. */
export const tabsOf = <const Name extends string>(
  settings: Sources,
  page: string,
  names: readonly Name[],
): Readonly<Record<Name, Appearance>> =>
  Object.fromEntries(names.map((name) => [name, appearanceAt(settings, [page, 'tabsProperties', name])])) as Record<
    Name,
    Appearance
  > // one entry per name, made by the line above

/** How the fields inside one tab of a page appear. */
export const fieldsOfTab = <const Name extends string>(
  settings: Sources,
  [page, tab]: readonly [page: string, tab: string],
  names: readonly Name[],
): Readonly<Record<Name, Appearance>> =>
  Object.fromEntries(
    names.map((name) => [name, appearanceAt(settings, [page, 'tabsProperties', tab, 'fieldsProperties', name])]),
  ) as Record<Name, Appearance> // one entry per name, made by the line above
