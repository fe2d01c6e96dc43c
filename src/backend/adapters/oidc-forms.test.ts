import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it, mock } from 'node:test'
import { CompactEncrypt, type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { UnusableProviderError } from '../ports/sso.ts'
import { createOidcClient } from './oidc.ts'
import { areGroupsElsewhere, identityOf, mergedClaims } from './oidc-claims.ts'
import { assertOneOrganization } from './oidc-discovery.ts'

const CALLBACK = { code: 'c', redirectUri: 'http://localhost:3000/account/oidc/callback', state: 's', nonce: 'n' }
const REALM = '/realms/Acme'
const EMAIL = 'ann@company.test'

interface KeyPair {
  privateKey: CryptoKey
  jwk: JWK
}

const createKey = async (algorithm = 'RS256'): Promise<KeyPair> => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), use: 'sig', alg: algorithm } }
}

describe('An OpenID provider with unusual forms', () => {
  let server: Server
  let origin = ''
  let keys: [KeyPair, KeyPair]
  let signer: KeyPair
  let claims: object = {}
  let header: object = {}
  let metadata: object = {}
  let loads = 0
  let tokens: object = {}
  let seal = async (token: string) => token

  const idToken = async () => {
    const now = Math.floor(Date.now() / 1_000)
    const all = { iss: origin + REALM, aud: 'app', sub: 'ann', nonce: 'n', iat: now, exp: now + 300, email: EMAIL }
    const named = { alg: signer.jwk.alg ?? '', ...header }
    return seal(await new SignJWT({ ...all, ...claims }).setProtectedHeader(named).sign(signer.privateKey))
  }
  const discovered = () => ({
    issuer: origin + REALM,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    ...metadata,
  })
  const documents: Record<string, () => Promise<object> | object> = {
    token: async () => ({ access_token: 'a', token_type: 'Bearer', id_token: await idToken(), ...tokens }),
    keys: () => {
      loads += 1
      return { keys: keys.map(({ jwk }, at) => ({ ...jwk, kid: `k${at}` })) }
    },
    'openid-configuration': discovered,
  }

  before(async () => {
    keys = [await createKey(), await createKey()]
    server = createServer(async (request, response) => {
      const found = await documents[request.url?.split('/').at(-1) ?? '']?.()
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())
  beforeEach(() => {
    signer = keys[0]
    header = { kid: 'k0' }
    claims = {}
    metadata = {}
    documents['openid-configuration'] = discovered
    tokens = {}
    seal = async (token) => token
  })

  const provider = (issuer: string) => ({ issuer, clientId: 'app', clientSecret: 'secret', attributes: {} })
  const arrive = async (issuer = origin + REALM) =>
    (await createOidcClient({ now: () => Date.now() }, { allowLocal: true }).exchange(provider(issuer), CALLBACK))
      ?.email

  it('signs in with a key that the ID token doesn’t name, if it is one of several that the provider publishes', async () => {
    header = {}
    for (const key of keys) {
      signer = key
      assert.equal(await arrive(), EMAIL)
    }
    signer = await createKey()
    assert.equal(await arrive(), undefined)
    signer = keys[0]
    for (const wrong of [{ aud: 'other' }, { nonce: 'other' }, { iss: origin }, { exp: 1 }, { aud: ['app', 'x'] }]) {
      claims = wrong
      assert.equal(await arrive(), undefined, JSON.stringify(wrong))
    }
  })

  it('reads a time of the sign-in that is a string or null', async () => {
    for (const signedInAt of ['1767225600', null, 1_767_225_600]) {
      claims = { auth_time: signedInAt }
      assert.equal(await arrive(), EMAIL, String(signedInAt))
    }
    claims = { auth_time: 'noon' }
    assert.equal(await arrive(), undefined)
  })

  it('reads a token response with empty strings for missing values, or without a token type', async () => {
    for (const form of [
      { token_type: undefined },
      { token_type: '' },
      { token_type: null, scope: '' },
      { refresh_token: '', expires_in: '', scope: '' },
    ]) {
      tokens = form
      assert.equal(await arrive(), EMAIL, JSON.stringify(form))
    }
    tokens = { access_token: '' }
    assert.equal(await arrive(), undefined)
  })

  it('reads a single algorithm that isn’t in a list', async () => {
    metadata = { id_token_signing_alg_values_supported: 'RS256' }
    assert.equal(await arrive(), EMAIL)
  })

  it('finds a provider by its issuer in a different case, or with a slash at the end', async () => {
    for (const typed of [`${REALM}/`, REALM.toUpperCase(), `${REALM.toLowerCase()}/`, ` ${REALM}`])
      assert.equal(await arrive(typed.startsWith(' ') ? ` ${origin}${REALM}` : origin + typed), EMAIL, typed)
    metadata = { issuer: `${origin}${REALM}/` }
    claims = { iss: `${origin}${REALM}/` }
    assert.equal(await arrive(), EMAIL)
    claims = {}
    assert.equal(await arrive(), undefined, 'a token must have exactly the issuer that the provider names')
  })

  it('says which issuer the provider names if it is a different one', async () => {
    await assert.rejects(arrive(`${origin}/realms/other`), (error: unknown) => {
      assert.ok(error instanceof UnusableProviderError)
      assert.match(error.message, /names the issuer http:\/\/localhost:\d+\/realms\/Acme, but this connection has/)
      return true
    })
    const oidc = createOidcClient({ now: () => Date.now() }, { allowLocal: true })
    const explained = await oidc.explain(provider(`${origin}/realms/other`), CALLBACK)
    assert.equal('problem' in explained && explained.problem.code, 'provider')
  })

  it('is refused if it names a different issuer in the second request', async () => {
    const named = [origin + REALM, `${origin}/realms/Other`]
    let asked = 0
    documents['openid-configuration'] = () => ({ ...discovered(), issuer: named[asked++] })
    claims = { iss: named[1] }
    await assert.rejects(arrive(`${origin}${REALM.toLowerCase()}`), { code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' })
    assert.equal(asked, 2)
  })

  it('signs in with a new key that the ID token doesn’t name, and loads the keys at most once in half a minute', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const oidc = createOidcClient({ now: () => 0 }, { allowLocal: true })
    const email = async () => (await oidc.exchange(provider(origin + REALM), CALLBACK))?.email
    header = {}
    signer = keys[0]
    assert.equal(await email(), EMAIL)
    const before = keys
    const loaded = loads
    keys = [await createKey(), await createKey()]
    try {
      signer = keys[1]
      assert.equal(await email(), undefined)
      assert.equal(loads, loaded, 'the keys were just loaded')
      mock.timers.tick(31_000)
      assert.equal(await email(), EMAIL)
      signer = before[0]
      assert.equal(await email(), undefined)
      assert.equal(await email(), undefined)
      assert.equal(loads, loaded + 1)
    } finally {
      keys = before
      mock.timers.reset()
    }
  })

  it('isn’t accepted for an account if it signs in users of every organization', () => {
    const issuer = 'https://login.microsoftonline.com/{tenantid}/v2.0'
    assert.throws(() => assertOneOrganization({ issuer }), UnusableProviderError)
    assertOneOrganization({ issuer: issuer.replace('{tenantid}', '0f8fad5b-d9cb-469f-a165-70867728950e') })
  })

  it('signs in no user of an account if it names the issuer of every organization', async () => {
    const issuer = `${origin}/{tenantid}/v2.0`
    metadata = { issuer }
    claims = { iss: issuer }
    for (const typed of [issuer, `${origin}/common/v2.0`])
      await assert.rejects(arrive(typed), /is for users of every organization\. An administrator can enter/)
  })

  it('says that an encrypted ID token isn’t supported', async () => {
    const { publicKey } = await generateKeyPair('RSA-OAEP-256')
    seal = (token) =>
      new CompactEncrypt(new TextEncoder().encode(token))
        .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
        .encrypt(publicKey)
    await assert.rejects(arrive(), /encrypts the ID token/)
  })
})

it('uses another claim with an email if the email claim has a plain user name', () => {
  const claims = { sub: 's', email: 'ann', upn: EMAIL }
  assert.deepEqual([identityOf(claims, {})?.email, identityOf(claims, {})?.isEmailByName], [EMAIL, true])
  assert.equal(identityOf(claims)?.email, 'ann', 'only an account trusts its provider with other claims')
})

it('recognizes groups that are only referenced, including in a JSON string and in a mapped claim', () => {
  assert.equal(areGroupsElsewhere({ _claim_names: '{"groups":"src1"}' }), true)
  assert.equal(areGroupsElsewhere({ _claim_names: { teams: 'src1' } }, 'teams'), true)
  for (const names of [{ roles: 'src1' }, 'groups', null, []])
    assert.equal(areGroupsElsewhere({ _claim_names: names }), false, JSON.stringify(names))
})

it('finds a mapped part of a claim that the ID token and UserInfo have in part', () => {
  const token = { sub: 's', resource_access: { account: { roles: ['view'] }, shop: { roles: [], name: 'Shop' } } }
  const userInfo = { sub: 's', resource_access: { app: { roles: ['Alpha'] }, shop: { roles: ['Beta'], name: 'x' } } }
  const groupsOf = (groups: string) => identityOf(mergedClaims(token, userInfo), { groups })?.groups
  assert.deepEqual(groupsOf('resource_access.app.roles'), ['Alpha'])
  assert.deepEqual(groupsOf('resource_access.shop.roles'), ['Beta'])
  assert.deepEqual(groupsOf('resource_access.account.roles'), ['view'])
  assert.deepEqual(groupsOf('resource_access.shop.name'), ['Shop'], 'the ID token takes precedence')
})

it('keeps the roles of the ID token and of UserInfo that are objects without content', () => {
  const groupsOf = (token: object, userInfo: object) =>
    identityOf(mergedClaims({ sub: 's', roles: token }, { sub: 's', roles: userInfo }), { groups: 'roles' })?.groups
  assert.deepEqual(groupsOf({ admin: {} }, { viewer: {} })?.toSorted(), ['admin', 'viewer'])
  assert.deepEqual(groupsOf({ admin: {} }, { admin: { acme: 'acme.test' } }), ['admin'])
  assert.deepEqual(groupsOf({ admin: {} }, { admin: null }), ['admin'])
})
