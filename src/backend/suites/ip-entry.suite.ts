import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { ENTRY_PATHS, ME } from './entry-paths.test-kit.ts'
import { anIpRestriction, HOME, OFFICE, restrict } from './ip-restrictions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'
import { WAYS_TO_ACT } from './ways-to-act.test-kit.ts'

const REFUSAL =
  "This account doesn't allow access from your IP address (198.51.100.1). Use another network or contact your administrator."

const SILENT = API_PREFIX + session.silentAuthorize.path

export const describeIpEntry = (kit: () => Kit): void => {
  for (const [name, prepare] of Object.entries(WAYS_TO_ACT)) {
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

  it('signs users in to another of their accounts that allows the IP address', async () => {
    await restrict(kit(), { ips: [OFFICE] })
    kit().peer.address = HOME
    const response = await kit().login('max@multi.test')
    assert.deepEqual([response.status, response.body.tenantId], [200, 'globex'])
  })

  it('doesn’t disclose whether a password is correct: a wrong one is refused as anywhere else', async () => {
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

  it('admits everyone except the IP addresses of a block list', async () => {
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
