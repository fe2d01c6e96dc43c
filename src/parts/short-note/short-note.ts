import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'

type Deps = Pick<FeatureDeps, 'local' | 'clock'>

/** Maximum age of a note. The next page opens sooner; an older note belongs to an interrupted visit. */
const LIFE_MS = 60_000

/** Stores a note for the next page, which may be another document. */
export const storeNote = ({ local, clock }: Deps, key: string, note: object): void =>
  local.set(key, JSON.stringify({ ...note, at: clock.now() }))

/** Returns the note that another page stored at `key`, with its time, and removes it. */
export const takeNote = (
  { local, clock }: Deps,
  key: string,
): (Record<string, unknown> & { at: number }) | undefined => {
  const text = local.get(key)
  if (text === undefined) return undefined
  local.remove(key)
  const note = parseJson(text)
  if (!isRecord(note) || typeof note.at !== 'number') return undefined
  const age = clock.now() - note.at
  return age >= 0 && age <= LIFE_MS ? { ...note, at: note.at } : undefined
}
