import type { Ports } from '../ports.ts'
import type { Collections, Store } from '../store/store.ts'
import type { AuditEntry } from './auth.ts'

interface Changing {
  ports: Ports
  audit(entry: AuditEntry): Promise<void>
}

/** Returns a store whose transactions join the open one. */
const joined = ({ countAttempt, close }: Store, inside: Collections): Store => {
  const store: Store = { ...inside, countAttempt, close, transaction: (work) => work(store) }
  return store
}

/**
 * Runs a change, its events and its audit rows in one transaction. `work` gets the same call, whose store and audit rows
 * are those of the transaction and whose own transactions join it. Nothing slow, no outside service and no count of tries
 * belongs inside.
 *
 * @example
 * await inOneTransaction(call, async (inner) => {
 *   await revokeSessions(inner)
 *   await inner.audit({ action: 'Sessions ended', resource: 'Sessions', description })
 * })
 */
export const inOneTransaction = <Call extends Changing, Result>(
  call: Call,
  work: (inner: Call) => Promise<Result>,
): Promise<Result> =>
  call.ports.store.transaction((inside) => {
    const store = joined(call.ports.store, inside)
    return work({ ...call, ports: { ...call.ports, store }, audit: (entry) => call.audit({ ...entry, inside: store }) })
  })
