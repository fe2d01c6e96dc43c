import { createLines } from '../../store/queue.ts'
import type { AuditDraft } from '../../store/records.ts'
import type { Collections, Store } from '../../store/store.ts'
import { append } from './audit-log.ts'

/** By account, always in the same order, so that transactions with rows of several accounts can't wait for one another. */
const byTenant = (drafts: readonly AuditDraft[]): [tenantId: string, drafts: AuditDraft[]][] => {
  const groups = new Map<string, AuditDraft[]>()
  for (const draft of drafts) groups.set(draft.tenantId, [...(groups.get(draft.tenantId) ?? []), draft])
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1))
}

/**
 * A store whose transactions write their audit rows as their last statements, because a row locks the log of its account
 * until the transaction has ended. Transactions of one process that are about to write into the same log wait in a line
 * instead of reading its head again and again; only those of other processes can come between.
 *
 * @example
 * const store = withAuditsLast(await openPostgresStore(url))
 * await store.transaction(async (inside) => {
 *   await inside.roles.insert(role)
 *   await audit({ ...ports, store: inside }, caller, entry) // is written when this function has ended
 * })
 */
export const withAuditsLast = (store: Store): Store => {
  const inLine = createLines()

  const transaction = async <Result>(work: (inside: Collections) => Promise<Result>): Promise<Result> => {
    const leave: (() => void)[] = []
    const enter = (tenantId: string) =>
      new Promise<void>((entered) => {
        void inLine(tenantId, () => {
          entered()
          return new Promise<void>((left) => leave.push(left))
        })
      })
    try {
      return await store.transaction(async (inside) => {
        const pendingAudits: AuditDraft[] = []
        const result = await work({ ...inside, pendingAudits } as Collections)
        for (const [tenantId, drafts] of byTenant(pendingAudits)) {
          await enter(tenantId)
          await append(inside, tenantId, drafts)
        }
        return result
      })
    } finally {
      for (const each of leave) each()
    }
  }

  return { ...store, transaction }
}
