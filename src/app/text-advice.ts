import { TEXT_KEYS } from '../i18n/text-keys.ts'
import type { Logger } from '../kernel/logger.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import { isRecord } from '../kernel/safe-json.ts'

const MAX_LISTED = 20
/** Maximum number of keys for which a similar one is searched, because that takes time. */
const MAX_MEANT = 5

/** The names below a section: its texts, and the next part of the paths that continue. */
const namesBelow = (section: string): readonly string[] => {
  const entries = Object.entries(TEXT_KEYS)
  const texts = entries.filter(([path]) => path === section).flatMap(([, keys]) => keys.split(' '))
  const prefix = section && `${section}.`
  const sections = entries
    .filter(([path]) => path !== section && path.startsWith(prefix))
    .map(([path]) => path.slice(prefix.length).split('.', 1).join())
  return [...new Set([...texts, ...sections])]
}

interface Unknown {
  language: string
  section: string
  name: string
}

const isSection = (path: string): boolean =>
  Object.keys(TEXT_KEYS).some((known) => known === path || known.startsWith(`${path}.`))

const unknownBelow = (language: string, section: string, texts: unknown): readonly Unknown[] => {
  if (!isRecord(texts)) return []
  const known = new Set(namesBelow(section))
  return Object.entries(texts).flatMap(([name, value]) => {
    if (!known.has(name)) return [{ language, section, name }]
    const path = section ? `${section}.${name}` : name
    return isSection(path) ? unknownBelow(language, path, value) : []
  })
}

const pathOf = ({ language, section, name }: Unknown): string => [language, section, name].filter(Boolean).join('.')

const withMeant = (unknown: Unknown): string => {
  const meant = nearestName(unknown.name, namesBelow(unknown.section))
  return meant ? `${pathOf(unknown)} (did you mean ${meant}?)` : pathOf(unknown)
}

/** Logs one warning that names the keys of `localizations` that no text has. */
export const adviseOnTexts = (localizations: unknown, log: Pick<Logger, 'warn'>): void => {
  if (!isRecord(localizations)) return
  const unknown = Object.entries(localizations).flatMap(([language, texts]) => unknownBelow(language, '', texts))
  if (unknown.length === 0) return
  const more = unknown.length > MAX_LISTED ? ` and ${unknown.length - MAX_LISTED} more` : ''
  const named = unknown.slice(0, MAX_LISTED).map(unknown.length > MAX_MEANT ? pathOf : withMeant)
  log.warn(`Unknown texts in localizations: ${named.join(', ')}${more}`)
}
