import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allTables } from '../../contract/all.ts'
import { tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import type { AnyEndpoint, EndpointTable } from '../../contract/endpoint.ts'
import { federation } from '../../contract/federation.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { samlSettings, ssoConfigs, ssoSaml } from '../../contract/sso.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Records } from '../store/records.ts'
import { STORE_SCHEMA } from '../store/schema.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { report } from './report.test-kit.ts'

const TYPED = { oidc: 'typed-Secret-of-OIDC-7', older: 'typed-Secret-of-older-8', webhook: 'typed-Secret-of-hook-9' }
/** Minimum number of reading calls that succeed; others need data that this account doesn't have. */
const MIN_RESPONSES = 50
/** Patterns of stored secrets, which no response may show either. */
const STORED = /sealed\.v1\.|PRIVATE KEY|"(?:tokenHash|secretHash|passwordHash)"/
const PRIVATE_KEY = /PRIVATE KEY|\\?"d\\?":\s*\\?"[\w-]{20,}/

/** The server's own keys, which sign tokens and seal secrets, are not sealed. */
const OF_THE_SERVER: readonly unknown[] = ['signing', 'signing-rs256', 'keyed-hash']
const isOfAnAccount = (row: object) => !('kind' in row && OF_THE_SERVER.includes(row.kind))

const isRead = ({ method, flags }: AnyEndpoint) => method === 'GET' && flags.cookies !== true
const READS: readonly AnyEndpoint[] = Object.values<EndpointTable>(allTables).flatMap((table) =>
  Object.values(table).filter(isRead),
)

/** Creates one secret of every kind that the pages about sign-in, directories, webhooks and tokens create. */
const makeSecrets = async (kit: Kit) => {
  const { token } = await kit.signIn('ada@acme.test')
  const send = async (endpoint: AnyEndpoint, body: object, path: Record<string, string> = {}) => {
    const response = await kit.call(endpoint.method, fillPath(endpoint.path, path), { token, body })
    assert.ok(response.status < 300, `${endpoint.path}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }
  const oidc = await send(ssoConfigs.createConfig, { type: 'oidc', oidcClientId: 'app', oidcSecret: TYPED.oidc })
  await send(ssoSaml.updateConfig, {
    type: 'oidc',
    oidcClientId: 'older',
    oidcSecret: TYPED.older,
    domain: 'older.test',
  })
  const saml = await send(ssoConfigs.createConfig, { type: 'saml' })
  const key = await send(samlSettings.addKey, {})
  await kit.page('GET', federation.getServiceProvider.path)
  const directory = await send(provisioning.createConnection, { source: 'okta', connectionName: 'Okta' })
  const rotated = await send(provisioningConnections.rotateToken, {}, { id: directory.id })
  const fields = { displayName: 'CRM', description: '', url: 'http://localhost:9/', isActive: true }
  const eventKeys = ['frontegg.user.created']
  const hook = await send(connectivity.createWebhook, { ...fields, eventKeys, secret: TYPED.webhook })
  const credential = await send(tokensTenant.createClientCredential, { description: 'CI', roleIds: ['member'] })
  const own = await send(tokensUser.createClientCredential, { description: 'Mine' })
  const secrets: Record<string, string> = {
    'OIDC client secret': TYPED.oidc,
    'OIDC client secret of the older area': TYPED.older,
    'webhook secret': TYPED.webhook,
    'SCIM token': directory.token,
    'rotated SCIM token': rotated.token,
    'secret of an API token': credential.secret,
    'secret of a personal token': own.secret,
  }
  const ids = [oidc.id, saml.id, key.id, directory.id, hook._id, credential.clientId, own.clientId]
  return { token, secrets, ids: ids as string[] }
}

/** Returns the encodings in which a secret may appear in a record or a response. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
]

describe('The secrets of connections, directories, webhooks and API tokens', () => {
  let kit: Kit
  let made: Awaited<ReturnType<typeof makeSecrets>>
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
    await kit.reset()
    made = await makeSecrets(kit)
  })
  after(() => kit.close())

  const foundIn = (text: string): string[] =>
    Object.entries(made.secrets)
      .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
      .map(([name]) => name)

  const read = (path: string) => kit.page('GET', path, { headers: { Authorization: `Bearer ${made.token}` } })

  it('are sealed or hashed in the store, and in no response to a request, log line or audit row', async () => {
    for (const [name, secret] of Object.entries(made.secrets)) assert.ok(secret?.length > 15, name)
    const collections = Object.keys(STORE_SCHEMA) as (keyof Records)[]
    const stored: string[] = []
    for (const name of collections) {
      const rows = (await kit.store[name].list({})) as readonly object[]
      const text = JSON.stringify(rows.filter(isOfAnAccount))
      stored.push(...foundIn(text).map((secret) => `${name}: ${secret}`))
      if (PRIVATE_KEY.test(text)) stored.push(`${name}: a private key`)
    }
    const shown: string[] = []
    let responses = 0
    for (const { path } of READS) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      for (const id of names.length > 0 ? made.ids : ['']) {
        const { status, body: text } = await read(fillPath(path, Object.fromEntries(names.map((name) => [name, id]))))
        if (status === 200) responses += 1
        shown.push(...foundIn(text).map((secret) => `${path}: ${secret}`))
        if (STORED.test(text)) shown.push(`${path}: a stored secret`)
      }
    }
    const logged = foundIn(JSON.stringify(kit.logged))
    report({
      row: 16,
      wanted:
        'secrets of connections, directories, webhooks and tokens: sealed or hashed, in 0 responses and log lines',
      reached: `${Object.keys(made.secrets).length} secrets and the private keys: ${stored.length} in ${collections.length} collections, ${shown.length} in ${responses} responses, ${logged.length} logged`,
      ok: stored.length + shown.length + logged.length === 0,
    })
    assert.ok(responses > MIN_RESPONSES, `${responses} calls responded`)
    assert.deepEqual({ stored, shown, logged }, { stored: [], shown: [], logged: [] })
  })
})
