import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountEntry } from '../../contract/accounts.ts'
import { tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { login } from '../../contract/login.ts'
import { mfaLogin, passkeys } from '../../contract/mfa.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { provisioning } from '../../contract/provisioning.ts'
import { session } from '../../contract/session.ts'
import { team, users } from '../../contract/users.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { createVerifier } from '../../rules/pkce.ts'
import { aGroupRecord } from '../../testing/records.ts'
import { directoryAuth } from '../domain/identity/access/directory-owner.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import { claimsOf } from './entry-paths.test-kit.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import { type SignedIn, startImpersonation } from './impersonation.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { appCode, setPolicy } from './mfa.test-kit.ts'
import { locationOf, openFlows } from './oauth.test-kit.ts'
import { MIA_SECRET, PASSWORD } from './users.test-kit.ts'

/** Step between tested cells, coprime to the numbers of origins, promotions and later events, so all pairs occur. */
const STEP = 7

const READ_USERS = 'fe.secure.read.users'

type Claims = { permissions?: string[] }
const hasClaim = (token: unknown): boolean =>
  ((claimsOf(String(token)) as Claims).permissions ?? []).some((key) => key === READ_USERS || key.includes('*'))

/**
 * Tests what a session that only an identity provider vouches for may do after its user is promoted beyond the
 * guarantor of the connection, who is an administrator of single sign-on alone.
 */
export const describeSessionRights = (kit: () => Kit): void => {
  const { install, add, arriveAs, confirm, cookieOf, vouch, alerts } = useGuaranteedConnection(kit)
  const flows = openFlows(kit)

  const signedIn = (response: CallResponse): SignedIn => {
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return { token: String(response.body.accessToken), cookie: cookieOf(response) }
  }

  const addKey = async ({ token }: SignedIn) => {
    const key = createAuthenticator()
    const started = await kit().call('POST', passkeys.startDeviceRegistration.path, { token })
    const body = { ...key.register(started.body.options.challenge), deviceType: 'Platform' }
    assert.equal((await kit().call('POST', passkeys.verifyDeviceRegistration.path, { token, body })).status, 200)
    return key
  }

  const byProvider = async (email: string) => signedIn(await arriveAs(email))
  const byPassword = async (who: SignedIn) =>
    signedIn(
      await kit().call('POST', accountEntry.provePassword.path, { token: who.token, body: { password: PASSWORD } }),
    )

  interface Origin {
    /** Whether the user gave a proof of their own. */
    own: boolean
    /** Signs in, promotes the user as the last step that a sign-in leaves open, and returns the session. */
    begin(email: string, promote: () => Promise<unknown>): Promise<SignedIn>
  }

  const then =
    (begin: (email: string) => Promise<SignedIn>): Origin['begin'] =>
    async (email, promote) => {
      const who = await begin(email)
      await promote()
      return who
    }

  const ORIGINS: Readonly<Record<string, Origin>> = {
    'a provider': { own: false, begin: then(byProvider) },
    'a provider, before a second factor of the user’s own': {
      own: false,
      begin: async (email, promote) => {
        await addFactor(kit().ports, 'una', { kind: 'totp', value: { secret: MIA_SECRET } })
        const { mfaToken } = (await arriveAs(email)).body
        await promote()
        const body = { mfaToken, value: await appCode(kit()) }
        return signedIn(await kit().call('POST', mfaLogin.verifyCode.path, { body }))
      },
    },
    'a passkey of a provider’s session': {
      own: false,
      begin: then(async (email) => {
        const key = await addKey(await byProvider(email))
        const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
        return signedIn(await kit().call('POST', login.webauthnPostLogin.path, { body: key.sign(options.challenge) }))
      }),
    },
    'a provider and a passkey of such a session': {
      own: false,
      begin: then(async (email) => {
        const who = await byProvider(email)
        const key = await addKey(who)
        const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
        const given = { token: who.token, body: key.sign(options.challenge) }
        return signedIn(await kit().call('POST', accountEntry.provePasskey.path, given))
      }),
    },
    'a password': { own: true, begin: then((email) => kit().signIn(email)) },
    'a provider and the own password': { own: true, begin: then(async (email) => byPassword(await byProvider(email))) },
  }

  const PROMOTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
    'by a role': () => kit().store.members.update({ userId: 'una' }, { roleIds: '["admin"]' }),
    'by a group': async () => {
      await kit().store.groups.insert(aGroupRecord({ id: 'chiefs', tenantId: 'acme', roleIds: '["admin"]' }))
      await kit().store.members.update({ userId: 'una' }, { groupIds: '["chiefs"]' })
    },
    'by permissions of their role': async () => {
      const admin = await kit().store.roles.get('admin')
      await kit().store.roles.update({ id: 'sso-admin' }, { permissionIds: admin?.permissionIds ?? '' })
      // The guarantor keeps what they had.
      await kit().store.members.update({ userId: 'sec' }, { roleIds: '[]' })
    },
    'to the vendor’s staff': () => kit().store.users.update({ id: 'una' }, { superUser: true }),
  }

  /** Events after the promotion, and whether they let the promoted user act with all rights. */
  const SINCE: Readonly<Record<string, { frees: boolean; happens(who: SignedIn): Promise<SignedIn | undefined> }>> = {
    nothing: { frees: false, happens: async () => undefined },
    'the guarantor left': {
      frees: false,
      happens: async () => void (await kit().store.members.delete({ tenantId: 'acme', userId: 'sec' })),
    },
    'the connection was deleted': {
      frees: false,
      happens: async () => void (await kit().store.ssoConnections.delete({ id: 'saml-1' })),
    },
    'the guarantor was promoted as well': {
      frees: true,
      happens: async () => {
        await kit().store.members.update({ tenantId: 'acme', userId: 'sec' }, { roleIds: '["admin"]' })
        await kit().store.users.update({ id: 'sec' }, { superUser: true })
      },
    },
    'the user proved their password': { frees: true, happens: byPassword },
  }

  /** Every way in which a session uses its rights, or passes them to something else. */
  const USES: Readonly<Record<string, (who: SignedIn) => Promise<boolean>>> = {
    'a call': async ({ token }) => (await kit().call('GET', team.listMembers.path, { token })).status === 200,
    'a refresh': async ({ cookie }) => {
      const { status, body } = await kit().refresh(cookie)
      assert.equal(status, 200, 'no refresh is refused')
      const used = await kit().call('GET', team.listMembers.path, { token: body.accessToken })
      assert.equal(used.status === 200, hasClaim(body.accessToken), 'the claims agree with what the backend allows')
      return hasClaim(body.accessToken)
    },
    'a token for one account': async (who) => {
      const body = { tenantId: 'acme' }
      return hasClaim((await kit().call('POST', users.getUserJwtForTenant.path, { ...who, body })).body.accessToken)
    },
    'silent authorization': async ({ cookie }) => {
      const path = API_PREFIX + session.silentAuthorize.path
      return hasClaim((await kit().call('POST', path, { cookie, body: { tenantId: 'acme' } })).body.access_token)
    },
    'an authorization code': async ({ cookie }) => {
      const verifier = createVerifier()
      const code = locationOf(await flows.ask({ verifier, cookie }, {})).searchParams.get('code') ?? ''
      return hasClaim((await flows.exchange(code, verifier)).body.access_token)
    },
    'an API token of the user': async ({ token }) => {
      const body = { description: 'Script', expiresInMinutes: 60 }
      const { secret } = (await kit().call('POST', tokensUser.createAccessToken.path, { token, body })).body
      return (await kit().call('GET', team.listMembers.path, { token: String(secret) })).status === 200
    },
    'an API token of the account': async ({ token }) => {
      const body = { description: 'Script', expiresInMinutes: 60, roleIds: ['reader'] }
      return (await kit().call('POST', tokensTenant.createAccessToken.path, { token, body })).status === 200
    },
    'a directory': async ({ token }) => {
      const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
      const { id } = (await kit().call('POST', provisioning.createConnection.path, { token, body })).body
      const directory = await kit().store.directoryConnections.get(String(id))
      if (!directory) return false
      return holdsPermission(
        (await directoryAuth(kit().ports, directory).then((auth) => auth.grants())).keys,
        READ_USERS,
      )
    },
    'an impersonation': async (who) => (await startImpersonation(kit(), who, 'rea')).status === 200,
    'a confirmation of the connection': async ({ token }) => {
      const body = { kind: 'sso-connection', id: 'saml-1' }
      const { status } = await kit().call('POST', guarantees.confirmGuaranteed.path, { token, body })
      return status === 200 || status === 404
    },
  }

  /** Permissions of `sec`, and of the user before the promotion. */
  const LASTING = [
    'fe.secure.write.tenantApiTokens',
    'fe.secure.write.provisioningConfiguration',
    'fe.secure.write.userApiTokens',
  ]

  const prepare = async () => {
    const { store } = kit()
    const facts = { description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    for (const key of LASTING) await store.permissions.insert({ id: `p ${key}`, key, name: key, ...facts })
    const held = JSON.parse((await store.roles.get('sso-admin'))?.permissionIds ?? '[]') as string[]
    const permissionIds = JSON.stringify([...held, ...LASTING.map((key) => `p ${key}`)])
    await store.roles.update({ id: 'sso-admin' }, { permissionIds })
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    await vouch('sec')
    return add('una', ['sso-admin'])
  }

  const CELLS = Object.keys(ORIGINS).flatMap((origin) =>
    Object.keys(PROMOTIONS).flatMap((how) => Object.keys(SINCE).map((since) => ({ origin, how, since }))),
  )

  it('gain no right that no one vouches for, however their user was promoted and whatever happened since', async () => {
    const wrong: string[] = []
    const cells = CELLS.filter((_, at) => at % STEP === 0)
    for (const { origin, how, since } of kit().sample(cells, 6)) {
      await kit().reset()
      await install()
      const [start, promote, later] = [ORIGINS[origin], PROMOTIONS[how], SINCE[since]]
      assert.ok(start && promote && later)
      const first = await start.begin(await prepare(), promote)
      const who = (await later.happens(first)) ?? first
      for (const [use, mayUse] of Object.entries(USES))
        if ((await mayUse(who)) !== (start.own || later.frees))
          wrong.push(`${use}: ${origin}, promoted ${how}, ${since}`)
    }
    assert.deepEqual(wrong, [])
  })

  const reads = async ({ token }: SignedIn) => kit().call('GET', team.listMembers.path, { token })
  const refreshed = async ({ cookie }: SignedIn) => signedIn(await kit().refresh(cookie))
  const WITHHELD = 'Permissions withheld'

  it('say why a call is refused, and inform the administrators once, until one of them confirms the connection', async () => {
    const email = await prepare()
    let who = await byProvider(email)
    await PROMOTIONS['by a role']?.()
    const { code, errors } = (await reads(who)).body
    assert.equal(code, 'rights-withheld')
    assert.match(errors[0], /confirm your own password or passkey, or ask an administrator.*required, don’t sign out/)
    for (let at = 0; at < 3; at += 1) {
      who = await refreshed(who)
      kit().time.now += 60_000
    }
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: WITHHELD })
    assert.deepEqual(
      rows.map((row) => [row.email, row.severity]),
      [[email, 'High']],
    )
    assert.equal(alerts().filter(({ to }) => to === 'ada@acme.test').length, 1)
    assert.match(alerts()[0]?.text ?? '', /is signed in to .* don’t apply in that session/)
    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.equal((await reads(who)).status, 200)
  })

  it('keep the rights of an administrator whose guarantor leaves, who can confirm the connection', async () => {
    await prepare()
    await vouch('ada')
    const boss = await add('boss', ['admin'], { passwordHash: null })
    const begun = await byProvider(boss)
    await kit().store.members.delete({ tenantId: 'acme', userId: 'ada' })
    assert.equal((await arriveAs(boss)).status, 403, 'a new sign-in is refused')
    const who = await refreshed(begun)
    assert.equal((await reads(who)).status, 200)
    assert.equal(await USES['a confirmation of the connection']?.(who), true)
    assert.equal((await arriveAs(boss)).status, 200)
    assert.equal(await kit().store.audits.count({ action: WITHHELD }), 0)
  })

  it('keep rights that the guarantor held when their user got them', async () => {
    const email = await prepare()
    await vouch('ada')
    const before = await byProvider(email)
    await PROMOTIONS['by a role']?.()
    const who = await refreshed(before)
    await kit().store.members.delete({ tenantId: 'acme', userId: 'ada' })
    assert.equal((await reads(who)).status, 200)
    assert.equal((await reads(await refreshed(who))).status, 200)
  })

  it('don’t limit ordinary users, permissions of the product, or sessions of an older release', async () => {
    const { store } = kit()
    const email = await prepare()
    const facts = { description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    await store.permissions.insert({ id: 'p shop', key: 'shop.write', name: 'Shop', ...facts })
    const who = await byProvider(email)
    const roleIds = JSON.parse((await store.roles.get('member'))?.permissionIds ?? '[]') as string[]
    await store.roles.update({ id: 'member' }, { permissionIds: JSON.stringify([...roleIds, 'p shop']) })
    await store.members.update({ userId: 'una' }, { roleIds: '["member","reader"]' })
    const { permissions } = claimsOf((await refreshed(who)).token) as Claims
    assert.deepEqual(permissions, ['fe.secure.read.userApiTokens', 'shop.write'])

    const kept = (await store.sessions.list({ userId: 'una' })).find(({ amr }) => amr?.includes('held:'))
    assert.ok(kept)
    const older = JSON.stringify(JSON.parse(kept.amr ?? '[]').filter((method: string) => !method.startsWith('held:')))
    await store.sessions.update({ id: kept.id }, { amr: older })
    assert.equal((await reads(await refreshed(who))).status, 200)
  })
}
