import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { activation } from '../../contract/sign-up.ts'
import { users } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'
import { expectOk, OWNER, OWNER_PASSWORD, type Planted, plant, post } from './pre-hijack.test-kit.ts'
import { findWhoHasAccess, isRefused, SAMPLE, worksBefore } from './pre-hijack-cells.test-kit.ts'
import { WAYS } from './pre-hijack-ways.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'

/**
 * Tests an account that a stranger prepared with the email of its owner; `prove/pre-hijack.prove.ts` runs every cell.
 */
export const describePreHijack = (kit: () => Kit): void => {
  let idp: Credentials
  before(async () => {
    idp = await providerKeys()
  })

  for (const way of Object.keys(WAYS)) {
    it(`${way} gives access until the owner verifies the email`, async () => assert.ok(await worksBefore(kit(), way)))
  }

  const teamAfterProof = async (cookie?: (planted: Planted) => string) => {
    const planted = await plant(kit())
    await WAYS['a second administrator']?.(planted)
    const body = { ...planted.link, password: OWNER_PASSWORD }
    const entered = expectOk(await post(kit(), activation.activateAccount.path, body, { cookie: cookie?.(planted) }))
    const token = entered.body.accessToken
    const { status, body: list } = await kit().call(
      'GET',
      `${users.listUsersV2.path}?_offset=0&_limit=5&_includeSubTenants=false`,
      { token },
    )
    return { status, emails: list.items?.map(({ email }: { email: string }) => email).toSorted() }
  }

  it('only the owner manages the account that the stranger founded', async () => {
    assert.deepEqual(await teamAfterProof(), { status: 200, emails: [OWNER] })
  })

  it('an account keeps its members when the email is proven in the browser that signed up', async () => {
    const { status, emails } = await teamAfterProof(({ signUpCookie }) => signUpCookie)
    assert.deepEqual([status, emails], [200, [OWNER, 'second@evil.test']])
  })

  for (const cell of SAMPLE) {
    it(`${cell.way} created by a stranger is useless after ${cell.arrival}`, async () => {
      const wanted = isRefused(cell) ? { owner: false, stranger: true } : { owner: true, stranger: false }
      assert.deepEqual(await findWhoHasAccess(kit(), cell, idp), wanted)
    })
  }
}
