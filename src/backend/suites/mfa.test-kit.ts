import { createGuardrails, generate } from 'otplib'
import type { Kit } from './kit.test-kit.ts'
import { MIA_SECRET } from './users.test-kit.ts'

const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })

export const appCode = (kit: Kit, secret = MIA_SECRET): Promise<string> =>
  generate({ secret, epoch: Math.floor(kit.time.now / 1_000), guardrails })

export const setPolicy = async (kit: Kit, kind: string, value: object, tenantId: string | null = null) => {
  await kit.store.policies.delete({ kind, tenantId })
  const dates = { createdAt: 0, updatedAt: 0 }
  await kit.store.policies.insert({ id: `${kind} ${tenantId}`, tenantId, kind, value: JSON.stringify(value), ...dates })
}

/** Returns the secret in the QR code that the login shows, read from the store. */
export const pendingSecret = async (kit: Kit, userId: string): Promise<string> => {
  const [ticket] = await kit.store.tickets.list({ purpose: 'totp-enrollment', userId, usedAt: null })
  const sealed = JSON.parse(ticket?.detail ?? '{}').secret
  return (await kit.ports.secretBox.open(sealed, { purpose: 'totp', owner: userId })).text
}
