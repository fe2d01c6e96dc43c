import assert from 'node:assert/strict'
import { activation, signUp } from '../../contract/sign-up.ts'
import { publishAccess } from '../domain/identity/roles/published-access.ts'
import { STORE_SCHEMA } from '../store/schema.ts'
import type { Kit } from './kit.test-kit.ts'
import { expectOk, post } from './pre-hijack.test-kit.ts'

export const FOUNDER_PASSWORD = 'Brave-Otter-42'

/** Empties the database except for keys, like one that a process opens for the first time. */
export const openEmpty = async (kit: Kit): Promise<void> => {
  for (const name of Object.keys(STORE_SCHEMA) as (keyof typeof STORE_SCHEMA)[]) {
    if (name !== 'keys') await kit.store[name].delete({})
  }
  await publishAccess(kit.store, kit.time.now)
}

/** Signs up and opens the link of the email. */
export const found = async (
  kit: Kit,
  { email, companyName }: { email: string; companyName: string },
): Promise<{ token: string; tenantId: string }> => {
  const password = FOUNDER_PASSWORD
  expectOk(await post(kit, signUp.signUp.path, { email, companyName, password }))
  const { userId, token } = kit.lastLink()
  const entered = expectOk(await post(kit, activation.activateAccount.path, { userId, token, password }))
  assert.ok(entered.body.accessToken)
  return { token: entered.body.accessToken, tenantId: entered.body.tenantId }
}
