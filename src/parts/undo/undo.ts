import type { Clock } from '../../kernel/clock.ts'

/** Time in which a removal can be undone. */
export const UNDO_MS = 10_000

/**
 * The toast counts the time and pauses while it is hovered or focused. Without a toast, nothing waits longer than this.
 */
const LATEST_MS = 60_000

interface Undoable {
  /** Makes the removal permanent. `keepalive` is set when the page is closing. */
  commit(options: { keepalive: boolean }): Promise<void>
  /** Restores what the page had hidden. */
  undo(): void
}

interface UndoQueue {
  /** Starts the time to undo; returns the id for `undo` and `commit`. */
  add(work: Undoable): string
  undo(id: string): void
  /** Commits now, because the time is up or the page is left. */
  commit(id: string): Promise<void>
  commitAll(): void
}

type PageEvents = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * Queues removals that can be undone. The page hides the record at once; the server is called when the time is up, the
 * page is left or the tab closes, whichever comes first.
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
