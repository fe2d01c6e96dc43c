import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { ssoConfigs } from '../../contract/sso.ts'
import { anSsoConnectionRecord } from '../../testing/records.ts'
import { Refusal } from '../call/refusal.ts'
import { moveDomain } from '../domain/sso/setup/domains.ts'
import type { Kit } from './kit.test-kit.ts'
import { PROOF, SAML_METADATA } from './sso-metadata.test-kit.ts'

const DOMAIN = 'company.test'

export const describeSsoDomains = (kit: () => Kit): void => {
  const as = async (email: string, headers: Record<string, string> = {}) => {
    const { token } = await kit().signIn(email)
    return (endpoint: AnyEndpoint, path: Record<string, string> = {}, body?: object) =>
      kit().call(endpoint.method, fillPath(endpoint.path, path), { token, body, headers })
  }
  const ada = () => as('ada@acme.test')
  /** Returns the calls of Max, an administrator of Globex. */
  const max = () => as('max@multi.test', { 'frontegg-scoped-tenant': 'globex' })

  const claim = async (configId: string, send: Awaited<ReturnType<typeof ada>>, domain = DOMAIN) =>
    String((await send(ssoConfigs.createDomain, { configId }, { domain })).body.id)

  const twoAccounts = async () => {
    const ours = anSsoConnectionRecord({ id: 'ours', tenantId: 'acme' })
    await kit().store.ssoConnections.insertMany([ours, { ...ours, id: 'theirs', tenantId: 'globex' }])
    const [mine, other] = [await ada(), await max()]
    return { mine, other, ourClaim: await claim('ours', mine), theirClaim: await claim('theirs', other) }
  }

  it('accepts a domain in any spelling, once, and no domain where anyone can get an email', async () => {
    await kit().store.ssoConnections.insert(anSsoConnectionRecord())
    const send = await ada()
    const add = async (domain: string) => (await send(ssoConfigs.createDomain, { configId: 'sso' }, { domain })).status
    assert.equal(await add('@Bücher.test'), 200)
    assert.equal(await add('xn--bcher-kva.test'), 409)
    for (const domain of ['gmail.com', 'nodots', 'a b.test', 'https://x.test/', ''])
      assert.equal(await add(domain), 400)
  })

  it('refuses a domain that another save, which this one could not see, has just added', async () => {
    const connection = await kit().store.ssoConnections.insert(anSsoConnectionRecord())
    const { ssoDomains } = kit().store
    const unseen = {
      ...kit().ports,
      store: { ...kit().store, ssoDomains: { ...ssoDomains, find: async () => undefined } },
    }
    const save = () => moveDomain(unseen, connection, { from: undefined, to: DOMAIN })
    assert.equal(await save(), true)
    await assert.rejects(save, (error) => error instanceof Refusal && error.status === 409)
    assert.equal(await ssoDomains.count({ connectionId: connection.id }), 1)
  })

  it('verifies a domain by its TXT record, and reports when there is none yet', async () => {
    const { mine, ourClaim } = await twoAccounts()
    const path = { configId: 'ours', domainId: ourClaim }
    assert.match((await mine(ssoConfigs.validateDomain, path)).body.errors[0], /didn’t find the TXT record/)
    kit().internet.txt.set(DOMAIN, ['v=spf1 -all', 'front-entry-verification=other'])
    assert.equal((await mine(ssoConfigs.validateDomain, path)).status, 400)
    kit().internet.txt.set(DOMAIN, ['v=spf1 -all', PROOF])
    assert.equal((await mine(ssoConfigs.validateDomain, path)).status, 200)
    assert.equal((await kit().store.ssoDomains.get(ourClaim))?.validated, true)
  })

  it('assigns a domain to one account and removes the unverified claims of others', async () => {
    const { mine, other, ourClaim, theirClaim } = await twoAccounts()
    kit().internet.txt.set(DOMAIN, [PROOF])
    assert.equal((await mine(ssoConfigs.validateDomain, { configId: 'ours', domainId: ourClaim })).status, 200)
    assert.equal(await kit().store.ssoDomains.get(theirClaim), undefined)
    const again = await claim('theirs', other)
    const late = await other(ssoConfigs.validateDomain, { configId: 'theirs', domainId: again })
    assert.equal(late.status, 409)
    assert.match(late.body.errors[0], /Another account/)
    await mine(ssoConfigs.deleteDomain, { configId: 'ours', domainId: ourClaim })
    assert.equal((await other(ssoConfigs.validateDomain, { configId: 'theirs', domainId: again })).status, 200)
  })

  it('assigns a domain to one account when both verify it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await kit().reset()
      const { mine, other, ourClaim, theirClaim } = await twoAccounts()
      kit().internet.txt.set(DOMAIN, [PROOF])
      await Promise.all([
        mine(ssoConfigs.validateDomain, { configId: 'ours', domainId: ourClaim }),
        other(ssoConfigs.validateDomain, { configId: 'theirs', domainId: theirClaim }),
      ])
      assert.equal(await kit().store.ssoDomains.count({ domain: DOMAIN, validated: true }), 1)
      assert.equal(await kit().store.ssoDomains.count({ domain: DOMAIN }), 1)
    }
  })

  it('sends users of a verified domain to their provider as soon as the connection is on', async () => {
    const { mine, ourClaim } = await twoAccounts()
    const preLogin = () => kit().call('POST', login.preLogin.path, { body: { email: `new@${DOMAIN}` } })
    await mine(ssoConfigs.updateConfigByMetadata, { configId: 'ours' }, { metadata: SAML_METADATA })
    await mine(ssoConfigs.updateConfig, { configId: 'ours' }, { enabled: true })
    assert.equal((await preLogin()).status, 404, 'the domain is not verified')
    kit().internet.txt.set(DOMAIN, [PROOF])
    await mine(ssoConfigs.validateDomain, { configId: 'ours', domainId: ourClaim })
    assert.match((await preLogin()).body.address, /^https:\/\/idp.company.test\/saml\/sso\?SAMLRequest=/)
    await mine(ssoConfigs.updateConfig, { configId: 'ours' }, { enabled: false })
    assert.equal((await preLogin()).status, 404)
  })
}
