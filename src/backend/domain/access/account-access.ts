import type { Ports } from '../../ports.ts'
import type { MemberRecord } from '../../store/records.ts'
import { ancestorsOf } from '../tenants/account-tree.ts'
import { isActiveMember } from './active-member.ts'

/**
 * The membership a person acts by in an account: her own there, else the nearest one above it that was given access to
 * its sub-accounts (seed 001 §3, `subAccountAccessAllowed`). Of the latter only the roles of the vendor count here.
 */
export const memberIn = async (ports: Ports, userId: string, tenantId: string): Promise<MemberRecord | undefined> => {
  const now = ports.clock.now()
  const own = await ports.store.members.find({ tenantId, userId })
  if (isActiveMember(own, now)) return own
  const above = await ancestorsOf(ports.store, tenantId)
  if (above.length === 0) return undefined
  const members = await ports.store.members.list({ userId, tenantId: { in: above } })
  for (const ancestorId of above) {
    const member = members.find((candidate) => candidate.tenantId === ancestorId)
    if (member?.subAccountAccess && isActiveMember(member, now)) return { ...member, tenantId }
  }
  return undefined
}
