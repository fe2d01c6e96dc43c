import type { AuditEntry } from '../../call/audit-entry.ts'
import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { Collections } from '../../store/store.ts'

/** Inside a transaction too. */
type AuditPorts = Pick<Ports, 'clock' | 'random'> & { store: Pick<Collections, 'audits'> }

const actorOf = ({ impersonator }: Caller) =>
  impersonator && { actorId: impersonator.id, actorEmail: impersonator.email }

/** Writes one row of the audit log. A log that cannot be written fails the call: nothing happens unseen. */
export const audit = async (ports: AuditPorts, caller: Caller, entry: AuditEntry): Promise<void> => {
  await ports.store.audits.insert({
    id: ports.random.uuid(),
    tenantId: entry.tenantId ?? entry.user?.tenantId ?? '',
    userId: entry.user?.id ?? null,
    email: entry.user?.email ?? '',
    action: entry.action,
    resource: entry.resource,
    severity: entry.severity ?? 'Info',
    ip: caller.ipAddress ?? '',
    userAgent: caller.userAgent,
    description: entry.description,
    detail: JSON.stringify({ ...entry.detail, ...actorOf(caller) }),
    createdAt: ports.clock.now(),
  })
}
