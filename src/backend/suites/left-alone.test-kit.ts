import { aMemberRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'

/** Adds a member with the vendor's role of administrators, without a user of their own. */
export const insertAdministrator = ({ store }: Kit, userId: string, tenantId: string, facts: object = {}) => {
  const email = `${userId}@${tenantId}.test`
  const place = { id: `${tenantId}-${userId}`, userId, tenantId, email, verified: true }
  return store.members.insert(aMemberRecord({ ...place, roleIds: '["admin"]', ...facts }))
}

/** Grows three accounts below Acme, of which Oslo is below North. Only Tom of Acme has access to them. */
export const growAccounts = async (kit: Kit): Promise<void> => {
  await addAccount(kit, 'north', 'North', 'acme')
  await addAccount(kit, 'south', 'South', 'acme')
  await addAccount(kit, 'oslo', 'Oslo', 'north')
  const { members } = kit.store
  await members.update({ tenantId: 'acme' }, { subAccountAccess: false })
  await members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: true, roleIds: '["admin"]' })
}
