import { fallbackChain } from '../i18n/language.ts'
import { TEXT_KEYS } from '../i18n/text-keys.ts'
import type { Logger } from '../kernel/logger.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import { isRecord } from '../kernel/safe-json.ts'

const MAX_LISTED = 20
/** Maximum number of keys for which a similar one is searched, because that takes time. */
const MAX_MEANT = 5

/** Returns the names directly below a section: its texts and its subsections. */
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

const listOf = (names: readonly string[]): string => {
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''
  return `${names.slice(0, MAX_LISTED).join(', ')}${more}`
}

const sectionAt = (texts: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((node, name) => (isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined), texts)

const isEnglish = (language: string): boolean => /^en\b/i.test(language)

/** Returns the keys that a language lacks in the sections that its translation has begun. */
const missingIn = (language: string, localizations: Readonly<Record<string, unknown>>): readonly string[] => {
  const languages = fallbackChain(language).filter((name) => !isEnglish(name) && Object.hasOwn(localizations, name))
  return Object.entries(TEXT_KEYS).flatMap(([path, keys]) => {
    const sections = languages.map((name) => sectionAt(localizations[name], path)).filter(isRecord)
    const [missing, translated] = [false, true].map((isWanted) =>
      keys.split(' ').filter((key) => sections.some((section) => Object.hasOwn(section, key)) === isWanted),
    )
    return translated?.length ? (missing ?? []).map((key) => `${language}.${path}.${key}`) : []
  })
}

/**
 * Logs one warning that names the keys of `localizations` that no text has, and, at level `info`, the keys that a
 * translation lacks in the sections that it has begun.
 */
export const adviseOnTexts = (localizations: unknown, log: Pick<Logger, 'warn' | 'info'>): void => {
  if (!isRecord(localizations)) return
  const unknown = Object.entries(localizations).flatMap(([language, texts]) => unknownBelow(language, '', texts))
  const named = unknown.map(unknown.length > MAX_MEANT ? pathOf : withMeant)
  if (unknown.length > 0) log.warn(`Unknown texts in localizations: ${listOf(named)}`)
  const missing = Object.keys(localizations)
    .filter((language) => !isEnglish(language))
    .flatMap((language) => missingIn(language, localizations))
  if (missing.length > 0) log.info(`Texts that localizations lacks, shown in English: ${listOf(missing)}`)
}
