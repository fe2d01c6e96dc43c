import { useEffect, useMemo, useState } from 'react'
import { breathe } from '../../kernel/breathe.ts'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { SelectOption } from '../../ui/select/select.tsx'
import { offsetOf, timeZones, zoneOptions } from './account.choices.ts'

/**
 * Number of zones per batch. One zone takes about a millisecond, or several on an old phone, so all at once would block
 * the page.
 */
const PART = 20

const offsetsOf = async (at: number, isWanted: () => boolean): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const [place, zone] of timeZones().entries()) {
    if (place % PART === 0) await breathe()
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
