import type { SecondaryStrategy } from '../../../src/entities/portal.ts'
import type { DemoHost } from '../../server/demo-host.ts'

const ALL: readonly SecondaryStrategy[] = ['WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SmsCode', 'Passkeys']

/** Turns the named strategies on and all others off. */
export const setStrategies = async (
  { backend }: DemoHost,
  active: Partial<Record<SecondaryStrategy, boolean>>,
): Promise<void> => {
  const value = {
    mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
    secondaryAuthStrategies: ALL.map((strategy) => ({ strategy, isActive: active[strategy] === true })),
  }
  await backend.store.policies.update({ kind: 'auth-strategies', tenantId: null }, { value: JSON.stringify(value) })
}
