import type { PlacedEntry } from '../../call/audit-entry.ts'
import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { AuditDraft } from '../../store/records.ts'
import { type AuditStore, appendAudits } from './audit-log.ts'

/** Creates the caller for an operator at a terminal, with the command they run but without a session or IP address. */
export const atConsole = (command: string): Caller => ({
  ipAddress: undefined,
  userAgent: command,
  origin: undefined,
  rawQuery: '',
  header: () => undefined,
  cookies: () => [],
})

/** The user of entries that no user of the product caused. */
export const CONSOLE_USER = { id: 'console', email: 'console' }

type AuditPorts = Pick<Ports, 'clock' | 'random' | 'auditQueue' | 'shownDomains'> & { store: AuditStore }

const actorOf = ({ impersonator }: Caller) =>
  impersonator && { actorId: impersonator.id, actorEmail: impersonator.email }

/**
 * Writes an entry to the audit log. If the log can't be written, the call fails, so that nothing happens unrecorded.
 */
export const audit = async (ports: AuditPorts, caller: Caller, entry: PlacedEntry): Promise<void> => {
  const draft: AuditDraft = {
    id: ports.random.uuid(),
    tenantId: entry.tenantId,
    userId: entry.user?.id ?? null,
    email: entry.user?.email ?? '',
    action: entry.action,
    resource: entry.resource,
    severity: entry.severity ?? 'Info',
    ip: caller.ipAddress ?? '',
    userAgent: caller.userAgent,
    description: ports.shownDomains?.(entry.description) ?? entry.description,
    detail: JSON.stringify({ ...entry.detail, ...actorOf(caller) }),
    createdAt: ports.clock.now(),
  }
  const { auditQueue } = ports
  const store: AuditStore = entry.inside ?? ports.store
  // Rows of a transaction bypass the queue: other rows would wait for the transaction to end, and the transaction for
  // them.
  if (auditQueue && store.transaction && !store.pendingAudits)
    return auditQueue((...rows) => appendAudits(store, ...rows), draft)
  await appendAudits(store, draft.tenantId, [draft])
}
