import { randomUUID } from 'node:crypto'
import type { DemoHost } from '../../server/demo-host.ts'

/** Changes fields of a vendor's (or a tenant's) policy while `work` runs, and always restores it. */
export const withPolicy = async (
  { backend }: DemoHost,
  { kind, value, tenantId = null }: { kind: string; value: object; tenantId?: string | null },
  work: () => Promise<void>,
): Promise<void> => {
  const { policies } = backend.store
  const before = await policies.find({ tenantId, kind })
  const now = Date.now()
  const changed = JSON.stringify({ ...JSON.parse(before?.value ?? '{}'), ...value })
  const id = before?.id ?? randomUUID()
  if (before) await policies.update({ id }, { value: changed })
  else await policies.insert({ id, tenantId, kind, value: changed, createdAt: now, updatedAt: now })
  try {
    await work()
  } finally {
    if (before) await policies.update({ id }, { value: before.value })
    else await policies.delete({ id })
  }
}
