import type { Clock } from '../../kernel/clock.ts'

/** How long a removal can be taken back. */
export const UNDO_MS = 10_000

/** The toast counts the time and pauses while it is looked at; without one, nothing waits longer than this. */
const LATEST_MS = 60_000

interface Undoable {
  /** Does it for good. `keepalive` when the page is going away. */
  commit(options: { keepalive: boolean }): Promise<void>
  /** Puts back what the page had taken out of sight. */
  undo(): void
}

interface UndoQueue {
  /** Begins the time to undo it; returns the id to do so by. */
  add(work: Undoable): string
  undo(id: string): void
  /** Now: its time is over, or the page is left. */
  commit(id: string): Promise<void>
  commitAll(): void
}

type PageEvents = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * Removals that can be taken back: the page hides the thing at once, the server hears of it when the time is over, when
 * the page is left, or when the tab closes, whichever comes first.
 */
export const createUndoQueue = (clock: Clock, page: PageEvents = window): UndoQueue => {
  const waiting = new Map<string, { work: Undoable; cancel(): void }>()
  let next = 0

  const take = (id: string): Undoable | undefined => {
    const found = waiting.get(id)
    if (!found) return undefined
    waiting.delete(id)
    found.cancel()
    if (waiting.size === 0) page.removeEventListener('pagehide', leave)
    return found.work
  }
  const commit = async (id: string, keepalive: boolean) => take(id)?.commit({ keepalive })
  const commitAll = (keepalive: boolean) => {
    for (const id of [...waiting.keys()]) void commit(id, keepalive)
  }
  const leave = () => commitAll(true)

  return {
    add(work) {
      const id = `undo-${next++}`
      if (waiting.size === 0) page.addEventListener('pagehide', leave)
      const cancel = clock.schedule(() => void commit(id, false), LATEST_MS)
      waiting.set(id, { work, cancel })
      return id
    },
    undo: (id) => take(id)?.undo(),
    commit: (id) => commit(id, false),
    commitAll: () => commitAll(false),
  }
}
