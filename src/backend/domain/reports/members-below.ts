import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Collections } from '../../store/store.ts'
import type { WatchedMember } from '../directory/provisioning/directory-call.ts'
import { descendantsOf } from '../identity/tenants/account-tree.ts'

/** Returns those of the accounts in which a record names the user as guarantor, also together with a connection. */
const accountsOf = async (store: Collections, tenantIds: readonly string[], userId: string): Promise<string[]> => {
  const older = { tenantId: { in: tenantIds }, userId: null, guarantorId: null, createdByUserId: userId }
  const where = { tenantId: { in: tenantIds }, guarantorId: { has: userId } }
  const lists = await Promise.all([
    store.apiTokens.listFields(where, ['tenantId']),
    store.apiTokens.listFields(older, ['tenantId']),
    store.channelConfigs.listFields(where, ['tenantId']),
    store.reportSchedules.listFields(where, ['tenantId']),
    store.slackSubscriptions.listFields(where, ['tenantId']),
    store.ssoConnections.listFields(where, ['tenantId']),
    store.webhooks.listFields(where, ['tenantId']),
    store.directoryConnections.listFields({ tenantId: { in: tenantIds }, ownerId: { has: userId } }, ['tenantId']),
  ])
  return lists.flat().map(({ tenantId }) => tenantId)
}

/**
 * Returns a member with access to sub-accounts as a member of each account below in which they vouch for something, which
 * stops there, too, when their membership ends.
 */
export const membersBelow = async (ports: Ports, member: WatchedMember): Promise<WatchedMember[]> => {
  if (!member.subAccountAccess) return []
  const below = (await descendantsOf(ports.store, member.tenantId)).map(({ tenantId }) => tenantId)
  const accounts = await inChunks(below, (part) => accountsOf(ports.store, part, member.userId))
  return [...new Set(accounts)].map((tenantId) => ({ ...member, id: `${member.id} ${tenantId}`, tenantId }))
}
