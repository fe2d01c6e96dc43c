import type { IpChange } from '../../../entities/policies.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { saveSafely } from '../identity/lockout-guard/guard.ts'
import { ensureConfig, type IpPorts, touchConfig } from '../identity/restrictions/ip-changes.ts'

/** Saves a change of the caller's tenant, unless it locks out the caller or the last administrator. */
export const saveIps = async <Result>(
  call: SignedRequest,
  change: IpChange,
  work: (ports: IpPorts) => Promise<Result>,
): Promise<Result> => {
  const { ports, auth } = call
  await ensureConfig(ports, auth.tenantId)
  return saveSafely(call, { kind: 'ip', value: change }, async (store) => {
    const inner = { ...ports, store }
    await touchConfig(inner, auth.tenantId)
    return work(inner)
  })
}
