import { SYSTEM_CALLER } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import { audit } from '../../audit/audit.ts'
import { type Limit, takeSlot } from '../../base/limits/limits.ts'
import { OPERATOR_ID } from '../tenants/account-tree.ts'

/** Anyone can cause refused emails, by sign-ups with mailboxes that don't exist; the log has a line for each. */
const ROWS: Limit = { name: 'given-up-email', tries: 50, windowMs: 86_400_000 }

/**
 * Records an email that is not tried any more in the audit log of the operator account, if there is one. The row names
 * neither the recipient nor the text; the ID is the one that an HTTP gateway got.
 */
export const auditGivenUpEmail = async (
  ports: Ports,
  { id, reason }: { id?: string; reason: string },
): Promise<void> => {
  if (!(await ports.store.tenants.get(OPERATOR_ID))) return
  if ((await takeSlot(ports, ROWS, OPERATOR_ID)) !== 'within') return
  await audit(ports, SYSTEM_CALLER, {
    tenantId: OPERATOR_ID,
    action: 'Email given up',
    resource: 'Notifications',
    severity: 'Medium',
    description: `Gave up sending an email. ${reason}`,
    detail: { ...(id !== undefined && { emailId: id }), reason },
  })
}
