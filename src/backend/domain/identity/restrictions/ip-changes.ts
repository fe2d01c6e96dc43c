import { notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { IpConfigRecord, IpRestrictionRecord } from '../../../store/records.ts'
import { type Collections, unlessDuplicate } from '../../../store/store.ts'
import type { IpConfig } from './ip-rules.ts'

/** Ports inside a transaction, where only its own collections may be used. */
export type IpPorts = Pick<Ports, 'clock' | 'random'> & { store: Collections }

/**
 * Creates the tenant's row before the transaction of the first change, because a duplicate would abort the transaction.
 */
export const ensureConfig = async ({ store, clock, random }: IpPorts, tenantId: string): Promise<void> => {
  if (await store.ipConfigs.get(tenantId)) return
  const now = clock.now()
  const row: IpConfigRecord = {
    id: tenantId,
    isActive: false,
    strategy: 'ALLOW',
    revision: random.token(12),
    createdAt: now,
    updatedAt: now,
  }
  await unlessDuplicate(store.ipConfigs.insert(row))
}

/** Updates the tenant's row, so that changes run one after another and every process recompiles the rules. */
export const touchConfig = (
  { store, clock, random }: IpPorts,
  tenantId: string,
  config: Partial<IpConfig> = {},
): Promise<number> =>
  store.ipConfigs.update({ id: tenantId }, { ...config, revision: random.token(12), updatedAt: clock.now() })

/** @throws Refusal 404 */
export const ruleOf = async (
  store: Pick<Collections, 'ipRestrictions'>,
  tenantId: string,
  id: string,
): Promise<IpRestrictionRecord> => {
  const rule = await store.ipRestrictions.find({ id, tenantId })
  if (!rule) throw notFound('This IP restriction no longer exists.')
  return rule
}
