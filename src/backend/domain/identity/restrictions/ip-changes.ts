import { notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { IpConfigRecord, IpRestrictionRecord } from '../../../store/records.ts'
import { type Collections, DuplicateError } from '../../../store/store.ts'
import type { IpConfig } from './ip-rules.ts'

/** Inside a transaction only its own collections may be used. */
export type IpPorts = Pick<Ports, 'clock' | 'random'> & { store: Collections }

/** Written before the transaction of the first change: a duplicate in it would end the transaction. */
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
  await store.ipConfigs.insert(row).catch((error: unknown) => {
    // Another call wrote it in the meantime.
    if (!(error instanceof DuplicateError)) throw error
  })
}

/**
 * Writes to the tenant's one row: changes wait for each other, and every process learns that what it compiled is old.
 */
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
