import type { AppSettings } from '../feature/settings.ts'
import { isRecord, parseJson, toJson } from '../kernel/safe-json.ts'
import { createStorage } from '../kernel/storage.ts'

/** Public responses only, which a signed-out visitor may read. */
const PARTS = ['policy', 'strategies', 'vendor', 'configuration'] as const

/** Returns what start-up loaded on an earlier page of this tab. It is rendered at once and replaced by current data. */
export const keptFirstScreen = (key: string): Partial<AppSettings> => {
  const kept = parseJson(createStorage('session').get(key))
  if (!isRecord(kept)) return {}
  return Object.fromEntries(PARTS.flatMap((part) => (isRecord(kept[part]) ? [[part, kept[part]]] : [])))
}

export const keepFirstScreen = (settings: AppSettings): void => {
  if (!settings.keptAs) return
  const text = toJson(Object.fromEntries(PARTS.map((part) => [part, settings[part]])))
  if (text) createStorage('session').set(settings.keptAs, text)
}
