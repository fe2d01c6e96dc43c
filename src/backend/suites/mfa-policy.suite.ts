import assert from 'node:assert/strict'
import { it } from 'node:test'
import { API_PREFIX } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { session } from '../../contract/session.ts'
import type { EnforceMfa } from '../../entities/mfa.ts'
import { SYSTEM_CALLER } from '../call/caller.ts'
import { newSession } from '../domain/identity/access/sessions.ts'
import { checkEntry } from '../domain/identity/access/tenant-entry.ts'
import type { Kit } from './kit.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'

const SILENT = API_PREFIX + session.silentAuthorize.path

/** Methods of a session, by how it began. */
const WAYS = {
  'a password': ['pwd'],
  'a social account': ['fed'],
  'single sign-on': ['fed', 'sso', 'sso:saml-1'],
  'single sign-on of another account': ['fed', 'sso', 'sso:other'],
  'a password and a second factor': ['pwd', 'mfa', 'otp'],
} as const

const ASKED: Readonly<Record<EnforceMfa, readonly (keyof typeof WAYS)[]>> = {
  DontForce: [],
  Force: ['a password', 'a social account', 'single sign-on', 'single sign-on of another account'],
  ForceExceptSAML: ['a password', 'a social account', 'single sign-on of another account'],
}

export const describeMfaPolicy = (kit: () => Kit): void => {
  const save = async (enforceMFAType: EnforceMfa) => {
    const { token } = await kit().signIn('gia@globex.test')
    const body = { enforceMFAType }
    const { status } = await kit().call('POST', policies.createMfaPolicy.path, { token, body })
    assert.equal(status, 200)
  }

  /**
   * Returns whether a session that began this way needs a second factor, at sign-in or when it enters from another
   * tenant.
   */
  const isAsked = async (amr: readonly string[], metPolicyOf: string | null) => {
    const user = await kit().store.users.get('max')
    assert.ok(user)
    const ends = { idleSeconds: null, absoluteSeconds: null }
    const started = newSession(kit().ports, SYSTEM_CALLER, { user, tenantId: 'acme', amr, ends })
    const request = { user, session: started, tenantId: 'globex', metPolicyOf }
    return (await checkEntry({ ports: kit().ports, caller: SYSTEM_CALLER }, request)).kind === 'second-factor'
  }

  for (const [enforced, asked] of Object.entries(ASKED) as [EnforceMfa, (typeof ASKED)[EnforceMfa]][]) {
    it(`is required as ${enforced} specifies, for every way to start a session`, async () => {
      await save(enforced)
      await connectSaml(kit(), { certificate: 'x' }, { tenantId: 'globex' })
      for (const [way, amr] of Object.entries(WAYS) as [keyof typeof WAYS, readonly string[]][]) {
        for (const from of [null, 'acme'])
          assert.equal(await isAsked(amr, from), asked.includes(way), `${way}, ${from}`)
      }
    })
  }

  it('lets open sessions of the account continue, and is required at the next sign-in', async () => {
    const open = await kit().signIn('gia@globex.test')
    await save('Force')
    const refreshed = await kit().refresh(open.cookie)
    assert.deepEqual([refreshed.status, refreshed.body.tenantId], [200, 'globex'])
    const { body } = await kit().login('gia@globex.test')
    assert.deepEqual([body.mfaRequired, body.mfaEnrolled, body.accessToken], [true, false, ''])
  })

  it('stops sessions from elsewhere at once, at a refresh, a switch and an authorization', async () => {
    const { cookie, token } = await kit().signIn('max@multi.test')
    await save('Force')
    const there = { tenantId: 'globex' }
    assert.equal((await kit().refresh(cookie, there)).status, 403)
    assert.equal((await kit().call('PUT', session.switchTenant.path, { token, cookie, body: there })).status, 401)
    assert.notEqual((await kit().call('POST', SILENT, { cookie, body: there })).status, 200)
    assert.equal((await kit().refresh(cookie)).body.tenantId, 'acme')
  })
}
