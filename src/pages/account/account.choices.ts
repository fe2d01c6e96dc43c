import { useEffect, useMemo, useState } from 'react'
import { breathe } from '../../kernel/breathe.ts'
import { formatDate } from '../../rules/account-date.ts'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { SelectOption } from '../../ui/select/select.tsx'

/** Keeps a value that another client stored selectable. */
const withStored = (options: readonly SelectOption[], stored: string): readonly SelectOption[] =>
  stored === '' || options.some(({ value }) => value === stored)
    ? options
    : [{ value: stored, label: stored }, ...options]

const withNone = (options: readonly SelectOption[], none: string): readonly SelectOption[] => [
  { value: '', label: none },
  ...options,
]

const supported = (kind: 'timeZone' | 'currency'): readonly string[] => {
  try {
    return Intl.supportedValuesOf(kind)
  } catch {
    return []
  }
}

/** Returns the offset of a time zone, such as `GMT+01:00`. */
const offsetOf = (timeZone: string, at: number): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

const timeZones = (): readonly string[] => supported('timeZone')

/** Returns options such as `Europe/London (GMT+01:00)`, or only the name while the offset is unknown. */
const zoneOptions = (stored: string, none: string, offsets: ReadonlyMap<string, string>): readonly SelectOption[] => {
  const zones = timeZones().map((zone) => {
    const offset = offsets.get(zone)
    return { value: zone, label: `${zone.replaceAll('_', ' ')}${offset ? ` (${offset})` : ''}` }
  })
  return withNone(withStored(zones, stored), none)
}

/** Returns options such as `EUR – Euro`, in the user's language. */
export const currencyOptions = (stored: string, none: string, language: string): readonly SelectOption[] => {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'currency' })
  const currencies = supported('currency').map((code) => ({
    value: code,
    label: `${code} – ${names.of(code) ?? code}`,
  }))
  return withNone(withStored(currencies, stored), none)
}

const DATE_FORMATS = ['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd', 'dd.MM.yyyy']

/** Returns options such as `dd/MM/yyyy (31/12/2026)`. The last day of the year shows which number is the day. */
export const dateOptions = (stored: string, none: string, at: number, language: string): readonly SelectOption[] => {
  const example = Date.UTC(new Date(at).getUTCFullYear(), 11, 31)
  const formats = withStored(
    DATE_FORMATS.map((format) => ({ value: format, label: format })),
    stored,
  )
  const labelOf = (dateFormat: string) =>
    `${dateFormat} (${formatDate(example, { language, dateFormat, timeZone: 'UTC' })})`
  return withNone(
    formats.map(({ value }) => ({ value, label: labelOf(value) })),
    none,
  )
}

export const timeOptions = (
  stored: string,
  words: { none: string; twelve: string; twentyFour: string },
): readonly SelectOption[] => {
  const formats = [
    { value: '24', label: words.twentyFour },
    { value: '12', label: words.twelve },
  ]
  return withNone(withStored(formats, stored), words.none)
}

/**
 * Number of zones per batch. One zone takes about a millisecond, or several on an old phone, so all at once would block
 * the page.
 */
const PART = 20

const offsetsOf = async (at: number, isWanted: () => boolean): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  let place = 0
  for (const zone of timeZones()) {
    if (place % PART === 0) await breathe()
    place += 1
    if (!isWanted()) break
    found.set(zone, offsetOf(zone, at))
  }
  return found
}

/** Returns all zones with their names at once; the offsets are added when they are known. */
export const useZoneOptions = (stored: string, none: string): readonly SelectOption[] => {
  const { now } = useLocale()
  const [offsets, setOffsets] = useState<ReadonlyMap<string, string>>(() => new Map())
  useEffect(() => {
    let isWanted = true
    void offsetsOf(now(), () => isWanted).then((found) => isWanted && setOffsets(found))
    return () => {
      isWanted = false
    }
  }, [now])
  return useMemo(() => zoneOptions(stored, none, offsets), [stored, none, offsets])
}
