import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'

type Deps = Pick<FeatureDeps, 'local' | 'clock'>

/** The next page has to be open by then; an older note belongs to a visit that ended elsewhere. */
const LIFE_MS = 60_000

/** Left by one page for the next, which may be another document. */
export const leaveNote = ({ local, clock }: Deps, key: string, note: object): void =>
  local.set(key, JSON.stringify({ ...note, at: clock.now() }))

/** What another page left at `key`, with its time; read once. */
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
