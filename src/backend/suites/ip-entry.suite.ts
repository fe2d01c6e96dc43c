import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { apiTokens } from '../../contract/additions/api-tokens.ts'
import { groups } from '../../contract/groups.ts'
import { login } from '../../contract/login.ts'
import { mfaLogin } from '../../contract/mfa-login.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { stepUp } from '../../contract/step-up.ts'
import { tokensTenant } from '../../contract/tokens-tenant.ts'
import { tokensUser } from '../../contract/tokens-user.ts'
import { ENTRY_PATHS, ME } from './entry-paths.test-kit.ts'
import { redeemImpersonation, startImpersonation } from './impersonation.test-kit.ts'
import { anIpRestriction, HOME, OFFICE, restrict } from './ip-restrictions.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { appCode, setPolicy } from './mfa.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const REFUSAL =
  "This account doesn't allow access from your IP address (198.51.100.1). Use another network or contact your administrator."

const SILENT = API_PREFIX + session.silentAuthorize.path

/** Prepares in the office what is then tried from anywhere. */
type Way = (kit: Kit) => Promise<() => Promise<CallResponse>>

const credential = async (kit: Kit, path: string, body: object) => {
  const { token } = await kit.signIn('ada@acme.test')
  const made = await kit.call('POST', path, { token, body: { description: 'Sync', expiresInMinutes: 60, ...body } })
  return { clientId: String(made.body.clientId), secret: String(made.body.secret) }
}

const exchangeFor = (kit: Kit, body: object) => kit.call('POST', apiTokens.exchangeApiToken.path, { body })

const passwordless =
  (type: 'code' | 'magiclink', strategy: string): Way =>
  async (kit) => {
    await setPolicy(kit, 'public-policy', { authStrategy: strategy })
    const asked = await kit.call('POST', fillPath(login.passwordlessPreLogin.path, { type }), {
      body: { email: 'mel@acme.test' },
    })
    const code = type === 'code' ? kit.lastCode('mail') : kit.lastLink().token
    const cookie = asked.cookies[0]?.split(';')[0]
    return () =>
      kit.call('POST', fillPath(login.passwordlessPostLogin.path, { type }), { cookie, body: { code, token: code } })
  }

/** Everything by which a session or a script acts in its own tenant. */
const WAYS: Readonly<Record<string, Way>> = {
  'a call of a signed-in user': async (kit) => {
    const { token } = await kit.signIn('mel@acme.test')
    return () => kit.call('GET', ME, { token })
  },
  'a call of an administrator': async (kit) => {
    const { token } = await kit.signIn('ada@acme.test')
    return () => kit.call('GET', groups.listGroups.path, { token })
  },
  'a refresh': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    return () => kit.refresh(cookie)
  },
  'silent authorization': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    return () => kit.call('POST', SILENT, { cookie, body: { tenantId: null } })
  },
  'an authorization code': async (kit) => {
    const flows = openFlows(() => kit)
    const flow = await flows.start()
    const code = await flows.codeOf(flow)
    return () => flows.exchange(code, flow.verifier)
  },
  'the refresh token of a client': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    const tokens = (await kit.call('POST', SILENT, { cookie, body: { tenantId: null } })).body
    return () => openFlows(() => kit).refresh(tokens.refresh_token)
  },
  'a step-up': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    await kit.store.sessions.update({ userId: 'mel' }, { amr: '["pwd","mfa","otp"]' })
    const token = (await kit.refresh(cookie)).body.accessToken
    return () => kit.call('POST', stepUp.generateStepUpSession.path, { token, body: {} })
  },
  'an impersonation': async (kit) => {
    const ada = await kit.signIn('ada@acme.test')
    const { actorToken } = (await startImpersonation(kit, ada, 'mel')).body
    return () => redeemImpersonation(kit, { userId: 'mel', actorToken }, ada.cookie)
  },
  'an access token': async (kit) => {
    await setPolicy(kit, 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const { secret } = await credential(kit, tokensUser.createAccessToken.path, {})
    return () => kit.call('GET', session.getMyAuthorization.path, { token: secret })
  },
  'client credentials of a user': async (kit) => {
    const made = await credential(kit, tokensUser.createClientCredential.path, {})
    return () => exchangeFor(kit, made)
  },
  'client credentials of the account': async (kit) => {
    const made = await credential(kit, tokensTenant.createClientCredential.path, { roleIds: ['admin'] })
    return () => exchangeFor(kit, made)
  },
  'the bearer that credentials of the account were exchanged for': async (kit) => {
    const made = await credential(kit, tokensTenant.createClientCredential.path, { roleIds: ['admin'] })
    const { accessToken } = (await exchangeFor(kit, made)).body
    return () => kit.call('GET', groups.listGroups.path, { token: accessToken })
  },
  'a password': async (kit) => () => kit.login('mel@acme.test'),
  'a second factor': async (kit) => {
    const { mfaToken } = (await kit.login('mia@acme.test', PASSWORD)).body
    return async () => kit.call('POST', mfaLogin.verifyCode.path, { body: { mfaToken, value: await appCode(kit) } })
  },
  'an emailed code': passwordless('code', 'Code'),
  'an emailed link': passwordless('magiclink', 'MagicLink'),
  'single sign-on': async (kit) => {
    const keys = await createCredentials('idp')
    await connectSaml(kit, keys)
    const started = await startSaml(kit)
    const facts = { ...factsFor(kit, started), assertionId: `_${started.relayState}` }
    const posted = await postSaml(kit, samlResponse(facts, keys), started.relayState)
    return () => redeemSaml(kit, posted, started)
  },
}

export const describeIpEntry = (kit: () => Kit): void => {
  for (const [name, prepare] of Object.entries(WAYS)) {
    it(`refuses ${name} from an IP address that the account does not allow, with the reason`, async () => {
      kit().peer.address = OFFICE
      const attempt = await prepare(kit())
      await restrict(kit(), { ips: ['203.0.113.0/24'] })
      kit().peer.address = HOME
      const refused = await attempt()
      assert.deepEqual([refused.status, refused.body.errors], [403, [REFUSAL]])
      assert.equal(refused.cookies.length, 0)
      assert.ok(!JSON.stringify(refused.body).includes('oken":'), 'no token')
    })

    it(`lets ${name} in from an IP address that the account allows`, async () => {
      kit().peer.address = OFFICE
      const attempt = await prepare(kit())
      await restrict(kit(), { ips: ['203.0.113.0/24'] })
      assert.equal((await attempt()).status, 200)
    })
  }

  describe('from another account', () => {
    const nameTenants = () => kit().store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
    for (const [name, enter] of Object.entries(ENTRY_PATHS)) {
      it(`through ${name}, does so only from an IP address that it allows`, async () => {
        await nameTenants()
        await restrict(kit(), { ips: [OFFICE], tenantId: 'globex' })
        kit().peer.address = HOME
        assert.equal(await enter(kit(), await kit().signIn('max@multi.test'), 'globex'), undefined)
        kit().peer.address = `::ffff:${OFFICE}`
        assert.ok(await enter(kit(), await kit().signIn('max@multi.test'), 'globex'))
      })
    }
  })

  it('does not use up a refresh token that it refuses', async () => {
    kit().peer.address = OFFICE
    const { cookie } = await kit().signIn('mel@acme.test')
    await restrict(kit(), { ips: [OFFICE] })
    for (let at = 0; at < 3; at += 1) {
      assert.equal((await kit().refresh(cookie, { tenantId: null }, { address: HOME })).status, 403)
      kit().time.now += 60_000
    }
    assert.equal((await kit().refresh(cookie)).status, 200)
  })

  it('does not use up the refresh token of a client that it refuses', async () => {
    kit().peer.address = OFFICE
    const { cookie } = await kit().signIn('mel@acme.test')
    const tokens = (await kit().call('POST', SILENT, { cookie, body: { tenantId: null } })).body
    await restrict(kit(), { ips: [OFFICE] })
    const flows = openFlows(kit)
    kit().peer.address = HOME
    const refused = await flows.refresh(tokens.refresh_token)
    assert.deepEqual([refused.status, refused.body.error], [403, 'access_denied'])
    kit().time.now += 60_000
    kit().peer.address = OFFICE
    assert.equal((await flows.refresh(tokens.refresh_token)).status, 200)
  })

  it('still lets users sign out', async () => {
    kit().peer.address = OFFICE
    const { cookie, token } = await kit().signIn('mel@acme.test')
    await restrict(kit(), { ips: [OFFICE] })
    kit().peer.address = HOME
    assert.equal((await kit().call('POST', API_PREFIX + session.logout.path, { cookie, body: {} })).status, 200)
    kit().peer.address = OFFICE
    assert.equal((await kit().call('GET', ME, { token })).status, 401)
  })

  it('signs users in to another account of theirs that allows the IP address', async () => {
    await restrict(kit(), { ips: [OFFICE] })
    kit().peer.address = HOME
    const response = await kit().login('max@multi.test')
    assert.deepEqual([response.status, response.body.tenantId], [200, 'globex'])
  })

  it('keeps the proof of a password to itself: a wrong one is refused as anywhere else', async () => {
    await restrict(kit(), { ips: [OFFICE] })
    kit().peer.address = HOME
    const wrong = await kit().login('mel@acme.test', 'Wrong-Password-1')
    assert.deepEqual([wrong.status, wrong.body.errors], [401, ['Incorrect email or password']])
  })

  it('redirects an authorization request back with the reason', async () => {
    const flows = openFlows(kit)
    kit().peer.address = OFFICE
    const flow = await flows.start()
    await restrict(kit(), { ips: [OFFICE] })
    kit().peer.address = HOME
    const location = new URL((await flows.ask(flow)).headers.get('Location') ?? '')
    assert.equal(location.searchParams.get('error'), 'access_denied')
    assert.equal(location.searchParams.get('error_description'), REFUSAL)
  })

  it('refuses a client whose IP address is not known while restrictions are active', async () => {
    for (const strategy of ['ALLOW', 'BLOCK'] as const) {
      await restrict(kit(), { ips: [OFFICE], strategy })
      kit().peer.address = undefined
      assert.equal((await kit().login('mel@acme.test')).status, 403, strategy)
    }
  })

  it('lets everyone in but the addresses of a block list', async () => {
    await restrict(kit(), { ips: ['198.51.100.0/30', '2001:db8::/32'], strategy: 'BLOCK' })
    const statusFrom = async (address: string) => (await kit().login('mel@acme.test', PASSWORD, { address })).status
    const addresses = [HOME, '198.51.100.4', '::ffff:198.51.100.3', '2001:db8:1::1', '2001:db9::1', OFFICE]
    assert.deepEqual(await Promise.all(addresses.map(statusFrom)), [403, 200, 403, 403, 200, 200])
  })

  it('ignores rules that are not active, lists that do not decide, and the rules of other accounts', async () => {
    await restrict(kit(), { ips: [HOME], strategy: 'BLOCK' })
    await restrict(kit(), { ips: [HOME], tenantId: 'globex' })
    await restrict(kit(), { ips: [OFFICE] })
    await kit().store.ipRestrictions.insert(anIpRestriction({ ip: HOME, isActive: false }))
    assert.equal((await kit().login('mel@acme.test', PASSWORD, { address: HOME })).status, 403)
    assert.equal((await kit().login('mel@acme.test', PASSWORD, { address: OFFICE })).status, 200)
  })
}
