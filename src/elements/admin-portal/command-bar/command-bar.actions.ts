import { type FoundRecords, recordSearch } from '../../../contract/search.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import type { Slice } from '../../../feature/slice.ts'
import { HttpError, isAbort, messageOf } from '../../../kernel/errors.ts'
import type { CommandBarTexts } from './command-bar.messages.ts'
import type { CommandBarPort, Subject } from './commands.ts'

export interface CommandBarProps extends FeatureProps<CommandBarState, CommandBarActions, CommandBarTexts> {
  port: CommandBarPort
}

/** Time to wait for the next letter before searching. */
const REST_MS = 200

export interface CommandBarState {
  text: string
  phase: 'calm' | 'searching' | 'failed'
  error?: string | undefined
  /** Search results for the text, or for an earlier text while a search is running. */
  found?: FoundRecords | undefined
  /** Record whose commands are listed. */
  subject?: Subject | undefined
  /** Search text that found the record. */
  before?: string | undefined
}

export const initialCommandBar: CommandBarState = { text: '', phase: 'calm' }

export interface CommandBarActions {
  type(text: string): void
  /** Lists the commands of a record. */
  choose(subject: Subject): void
  /** Returns from a record's commands to the search that found it. */
  back(): void
  clear(): void
}

export const commandBarSlice: Slice<CommandBarState, CommandBarActions> = ({ get, set, deps }) => {
  const api = deps.client({ recordSearch })
  let running: AbortController | undefined
  let cancel: (() => void) | undefined
  // An older backend has no search over all records; the bar then lists pages and actions only.
  let isMissing = false

  const stop = () => {
    cancel?.()
    running?.abort()
    running = undefined
  }

  const find = async (text: string) => {
    const own = new AbortController()
    running = own
    set((state) => ({ ...state, phase: 'searching' }))
    try {
      const found = await api.recordSearch.find({ query: { text } }, { signal: own.signal })
      if (running === own) set((state) => ({ ...state, phase: 'calm', found }))
    } catch (error) {
      if (running !== own || isAbort(error)) return
      isMissing = error instanceof HttpError && error.status === 404
      set((state) => ({
        ...state,
        found: undefined,
        ...(isMissing ? { phase: 'calm' } : { phase: 'failed', error: messageOf(error) }),
      }))
    }
  }

  const type = (text: string) => {
    stop()
    const wanted = text.trim()
    if (get().subject) return set((state) => ({ ...state, text }))
    const isSearched = wanted !== '' && !isMissing
    set((state) => ({ ...state, text, phase: 'calm', error: undefined, ...(!isSearched && { found: undefined }) }))
    if (isSearched) cancel = deps.clock.schedule(() => void find(wanted), REST_MS)
  }

  return {
    type,
    choose(subject) {
      stop()
      set(({ text: before, found }) => ({ text: '', phase: 'calm', subject, before, found }))
    },
    back() {
      const { before = '' } = get()
      set(({ found }) => ({ ...initialCommandBar, found }))
      type(before)
    },
    clear() {
      stop()
      set(() => initialCommandBar)
    },
  }
}
