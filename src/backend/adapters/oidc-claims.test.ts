import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { authorization } from '../../contract/authorization.ts'
import type { AttributeMapping } from '../../rules/saml-attributes.ts'
import { ClientRefusedError, type ForeignIdentity } from '../ports/sso.ts'
import { createOidcClient } from './oidc.ts'
import { identityOf } from './oidc-claims.ts'

const CALLBACK = { code: 'c', redirectUri: 'http://localhost:3000/account/oidc/callback', state: 's', nonce: 'n' }
const SUBJECT = 'ann-1'

type Claims = Record<string, unknown>

describe('Who a user is, by ID token and UserInfo', () => {
  let provider: Server
  let issuer = ''
  let privateKey: CryptoKey
  let token: Claims = {}
  let userInfo: Claims | number = {}
  let asked = 0
  let signedUserInfo: string | undefined
  let writeToken = (text: string) => text
  let refusal: { status: number; headers?: Record<string, string>; body: string } | undefined

  const idToken = () => {
    const now = Math.floor(Date.now() / 1_000)
    const all = { iss: issuer, aud: 'app', sub: SUBJECT, nonce: 'n', iat: now, exp: now + 300, ...token }
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey)
  }

  before(async () => {
    const keys = await generateKeyPair('RS256')
    privateKey = keys.privateKey
    const key = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
    const documents: Record<string, () => Promise<unknown> | unknown> = {
      '/token': async () => ({ access_token: 'a', token_type: 'bearer', id_token: await idToken() }),
      '/keys': () => ({ keys: [key] }),
      '/userinfo': () => {
        asked += 1
        return typeof userInfo === 'number' ? userInfo : { sub: SUBJECT, ...userInfo }
      },
      [authorization.getProviderMetadata.path]: () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
      }),
    }
    provider = createServer(async (request, response) => {
      if (refusal && request.url === '/token') {
        response.writeHead(refusal.status, refusal.headers).end(refusal.body)
        return
      }
      if (signedUserInfo && request.url === '/userinfo') {
        response.setHeader('content-type', 'application/jwt')
        response.end(signedUserInfo)
        return
      }
      const found = await documents[request.url ?? '']?.()
      response.statusCode = typeof found === 'number' ? found : 200
      response.setHeader('content-type', 'application/json')
      const text = JSON.stringify(found)
      response.end(request.url === '/token' ? writeToken(text) : text)
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    issuer = `http://localhost:${(provider.address() as AddressInfo).port}`
  })
  after(() => provider.close())
  beforeEach(() => {
    asked = 0
    signedUserInfo = undefined
    writeToken = (text) => text
    refusal = undefined
  })

  const arrive = async (
    inToken: Claims,
    inUserInfo: Claims | number,
    attributes?: AttributeMapping,
  ): Promise<ForeignIdentity | undefined> => {
    token = inToken
    userInfo = inUserInfo
    const oidc = createOidcClient({ now: () => Date.now() }, { allowLocal: true })
    const provider = { issuer, clientId: 'app', clientSecret: 'secret', ...(attributes && { attributes }) }
    return oidc.exchange(provider, CALLBACK)
  }

  const EMAIL = { email: 'ann@company.test' }
  const REST = { name: 'Ann', groups: ['Alpha', 'Beta'] }
  const split: [string, Claims, Claims][] = [
    ['the email in the ID token, the rest in UserInfo', EMAIL, REST],
    ['the email in UserInfo, the rest in the ID token', REST, EMAIL],
    ['nothing in the ID token', {}, { ...EMAIL, ...REST }],
    ['null in the ID token', { ...EMAIL, name: null, groups: null }, REST],
    ['empty values in the ID token', { ...EMAIL, name: '', groups: [] }, REST],
    ['a list with an empty text in the ID token', { ...EMAIL, name: 'Ann', groups: [''] }, REST],
    ['an empty email in UserInfo', { ...EMAIL, name: 'Ann' }, { ...REST, email: '' }],
  ]
  for (const [what, inToken, inUserInfo] of split)
    it(`is read from both of them: ${what}`, async () => {
      const identity = await arrive(inToken, inUserInfo)
      assert.deepEqual([identity?.email, identity?.name, identity?.groups], [EMAIL.email, REST.name, REST.groups])
      assert.equal(identity?.areGroupsUnknown, undefined)
    })

  it('is read from the ID token alone when that has every claim', async () => {
    const identity = await arrive({ ...EMAIL, ...REST }, { email: 'eve@company.test', groups: ['Gamma'] })
    assert.deepEqual([identity?.email, identity?.groups, asked], [EMAIL.email, REST.groups, 0])
  })

  it('finds groups under the claim names that providers use', async () => {
    for (const claims of [
      { groups: ['Alpha'] },
      { roles: ['Alpha'] },
      { role: 'Alpha' },
      { memberOf: ['Alpha'] },
      { isMemberOf: 'Alpha' },
      { Groups: ['Alpha'] },
      { user_groups: ['Alpha'] },
      { 'cognito:groups': ['Alpha'] },
      { 'https://acme.test/claims/groups': ['Alpha'] },
      { 'https://acme.test/roles': ['Alpha'] },
      { 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': ['Alpha'] },
      { eduperson_entitlement: ['Alpha'] },
      { realm_access: { roles: ['Alpha'] } },
    ] as Claims[]) {
      assert.deepEqual((await arrive({ ...EMAIL, ...claims }, {}))?.groups, ['Alpha'], JSON.stringify(claims))
      assert.deepEqual((await arrive(EMAIL, claims))?.groups, ['Alpha'], JSON.stringify(claims))
    }
    assert.deepEqual((await arrive({ ...EMAIL, roles: ['Beta'] }, { groups: ['Alpha'] }))?.groups, ['Alpha'])
    assert.deepEqual((await arrive({ ...EMAIL, department: 'Alpha', realm_access: 'Alpha' }, {}))?.groups, [])
  })

  it('finds a mapped claim inside others, in JSON text, in lists and in a different case', async () => {
    for (const [groups, claims] of [
      ['resource_access.my.app.roles', { resource_access: { 'my.app': { roles: ['Alpha'] } } }],
      ['https://acme.test/meta.roles', { 'https://acme.test/meta': { roles: ['Alpha'] } }],
      ['resource_access.app.roles', { resource_access: JSON.stringify({ app: { roles: ['Alpha'] } }) }],
      ['resource_access.app.roles', { resource_access: { app: JSON.stringify({ roles: '["Alpha"]' }) } }],
      ['orgs.roles', { orgs: [{ roles: ['Alpha'] }, { roles: ['Beta'] }, { name: 'None' }, null] }],
      ['teams', { Teams: '{"name":"Alpha"}' }],
      [' teams ', { teams: [{ title: 'Alpha' }, { groupName: 'Beta' }] }],
    ] as [string, Claims][]) {
      const found = (await arrive({ ...EMAIL, ...claims }, {}, { groups }))?.groups ?? []
      assert.deepEqual(found, ['Alpha', 'Beta'].slice(0, found.length || 1), JSON.stringify(claims))
    }
    const byObject = await arrive({ name: 'Ann', emails: [{ value: EMAIL.email }] }, {}, { groups: 'x' })
    assert.equal(byObject?.email, EMAIL.email)
    for (const name of ['toString', 'groups.length', 'groups.0', '__proto__.x', '.', ''])
      assert.deepEqual((await arrive({ ...EMAIL, groups: ['A'] }, {}, { groups: name || '.' }))?.groups, [], name)
  })

  it('tolerates two minutes between the clocks, and no more', async () => {
    const now = Math.floor(Date.now() / 1_000)
    for (const [apart, isTaken] of [
      [110, true],
      [-110, true],
      [140, false],
      [-140, false],
    ] as const) {
      const times = apart > 0 ? { nbf: now + apart, exp: now + 900 } : { iat: now - 900, exp: now + apart }
      assert.equal((await arrive({ ...EMAIL, ...REST, ...times }, {}))?.email, isTaken ? EMAIL.email : undefined)
    }
  })

  it('is read from UserInfo that is signed, if the signature is the provider’s', async () => {
    const { privateKey: other } = await generateKeyPair('RS256')
    for (const [key, audience, isTaken] of [
      [privateKey, 'app', true],
      [other, 'app', false],
      [privateKey, 'other', false],
    ] as const) {
      const claims = { iss: issuer, aud: audience, sub: SUBJECT, ...EMAIL, ...REST }
      signedUserInfo = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
      assert.deepEqual((await arrive({}, {}))?.groups, isTaken ? REST.groups : undefined)
    }
  })

  it('is read from responses with null for missing values, a byte order mark, and a number as the subject', async () => {
    const nulls = { expires_in: null, refresh_token: null, scope: null, token_type: 'Bearer' }
    for (const written of [
      (text: string) => text,
      (text: string) => `\ufeff ${text}\r\n`,
      (text: string) => JSON.stringify({ ...JSON.parse(text), ...nulls }),
    ]) {
      writeToken = written
      assert.equal((await arrive({ ...EMAIL, ...REST }, {}))?.email, EMAIL.email)
    }
    assert.deepEqual((await arrive({ sub: '42' }, { sub: 42, ...EMAIL, ...REST }))?.groups, REST.groups)
    assert.equal(await arrive({ sub: '42' }, { sub: 43, ...EMAIL, ...REST }), undefined)
    assert.equal(identityOf({ sub: 42 })?.subject, '42')
    assert.equal(identityOf({ sub: 2 ** 53 }), undefined)
  })

  it('requests a mapped claim from UserInfo even if the ID token has the usual ones', async () => {
    const inToken = { ...EMAIL, ...REST }
    const { groups } = (await arrive(inToken, { teams: ['Gamma'] }, { groups: 'teams' })) ?? {}
    assert.deepEqual(groups, ['Gamma'])
    const mapped = { email: 'mail_claim', name: 'profile.full' }
    const found = await arrive(inToken, { mail_claim: 'eve@company.test', profile: { full: 'Eve' } }, mapped)
    assert.deepEqual([found?.email, found?.name], ['eve@company.test', 'Eve'])
    assert.deepEqual(
      (await arrive({ ...inToken, teams: ['Beta'] }, { teams: ['Gamma'] }, { groups: 'teams' }))?.groups,
      ['Beta'],
    )
    assert.equal(asked, 2)
  })

  it('reads roles from a path into a claim', async () => {
    const claims = { resource_access: { app: { roles: ['Alpha'] }, other: { roles: ['Beta'] } } }
    const paths = ['resource_access.app.roles', 'resource_access.none.roles', 'resource_access.app.roles.more']
    const groups = paths.map(async (path) => (await arrive({ ...EMAIL, ...claims }, {}, { groups: path }))?.groups)
    assert.deepEqual(await Promise.all(groups), [['Alpha'], [], []])
  })

  it('reads a string as a list with one item', async () => {
    assert.deepEqual((await arrive({ ...EMAIL, name: 'Ann', groups: 'Alpha' }, {}))?.groups, ['Alpha'])
    assert.deepEqual((await arrive(EMAIL, { groups: 'Alpha' }))?.groups, ['Alpha'])
  })

  it('is refused when UserInfo is about another user, and ignores UserInfo without a subject', async () => {
    assert.equal(await arrive(EMAIL, { ...REST, sub: 'eve-2' }), undefined)
    assert.deepEqual((await arrive(EMAIL, { ...REST, sub: undefined }))?.groups, [])
  })

  it('accepts an email as verified only if the source of that email reports it', async () => {
    const verified = async (inToken: Claims, inUserInfo: Claims) => (await arrive(inToken, inUserInfo))?.emailVerified
    assert.equal(await verified({ email_verified: true }, EMAIL), undefined)
    assert.equal(await verified(EMAIL, { email: 'other@company.test', email_verified: true }), undefined)
    assert.equal(await verified(EMAIL, { ...EMAIL, email_verified: true }), true)
    assert.equal(await verified({ ...EMAIL, email_verified: true }, { ...EMAIL, email_verified: false }), false)
  })

  it('reads a flag that is a string in any case, or a number', async () => {
    const verified = async (flag: unknown) =>
      (await arrive({ ...EMAIL, ...REST, email_verified: flag }, {}))?.emailVerified
    for (const flag of [false, 'false', 'False', 'FALSE', 0, '0', ['false']])
      assert.equal(await verified(flag), false, String(flag))
    for (const flag of [true, 'true', 'True', 1, '1']) assert.equal(await verified(flag), true, String(flag))
    for (const flag of [undefined, null, '', 'maybe', {}]) assert.equal(await verified(flag), undefined, String(flag))
  })

  it('doesn’t verify an email whose flag is false in other words or in one of two sources', async () => {
    for (const flag of [
      'no',
      'N',
      'f',
      'off',
      'pending',
      'Not verified',
      'unconfirmed',
      'unverified',
      ' False ',
      [true, false],
      ['True', 'false'],
    ])
      assert.equal((await arrive({ ...EMAIL, ...REST, email_verified: flag }, {}))?.emailVerified, false, String(flag))
    const { email } = EMAIL
    const inToken = { email: email.toUpperCase(), email_verified: true }
    for (const other of [email, [email], ` ${email} `])
      assert.equal((await arrive(inToken, { email: other, email_verified: 'False' }))?.emailVerified, false)
  })

  it('finds groups in nested lists, objects, numbers and JSON text', async () => {
    for (const groups of [
      [['Alpha'], ['7']],
      [{ name: 'Alpha' }, { name: 7 }],
      [{ value: 'Alpha', type: 'x' }, '7'],
      [{ displayName: 'Alpha' }, { id: 7 }],
      '["Alpha", 7]',
      [' Alpha ', 7, null, ''],
      [{ name: ['Alpha'] }, { id: [7] }],
      { value: [{ displayName: 'Alpha' }, { id: 7 }] },
      { groups: ['Alpha', 7] },
      { Alpha: { org: 'x' }, 7: true, Beta: false },
    ])
      assert.deepEqual(
        [...((await arrive({ ...EMAIL, groups }, {}))?.groups ?? [])].sort(),
        ['7', 'Alpha'],
        JSON.stringify(groups),
      )
    for (const groups of [{}, [{}], [null], ' ', [[]]])
      assert.deepEqual((await arrive({ ...EMAIL, groups }, { groups: ['Alpha'] }))?.groups, ['Alpha'])
    for (const name of ['[Alpha]', '[Alpha', 'Alpha]', '[Alpha] Beta', '{Alpha}', '[[Alpha]]', '[[Alpha, 7]]'])
      assert.deepEqual((await arrive({ ...EMAIL, groups: name }, {}))?.groups, [name])
    for (const list of ['[Alpha, 7]', ' [Alpha,7, ]'])
      assert.deepEqual((await arrive({ ...EMAIL, groups: list }, {}))?.groups, [list.trim(), 'Alpha', '7'])
    const claims = { resource_access: { 'my.app': { roles: ['Alpha'] } } }
    const mapping = { groups: 'resource_access.my.app.roles' }
    assert.deepEqual((await arrive({ ...EMAIL, ...claims }, {}, mapping))?.groups, ['Alpha'])
  })

  it('uses the first of several emails as a name, and as an email only with a verified domain', async () => {
    for (const claims of [{ emails: ['ann@company.test', 'b@x.test'] }, { email: ['ann@company.test', 'b@x.test'] }]) {
      const found = await arrive({ ...claims, ...REST, email_verified: true }, {}, {})
      assert.deepEqual(
        [found?.email, found?.isEmailByName, found?.emailVerified],
        ['ann@company.test', true, undefined],
      )
      assert.equal((await arrive({ ...claims, ...REST }, {}))?.email, undefined)
    }
  })

  it('has no identity unless the subject is a string or a number', () => {
    for (const id of [null, {}, [], '', ' ', Number.NaN, true]) assert.equal(identityOf({ id }), undefined, String(id))
    assert.equal(identityOf({ id: 7 })?.subject, '7')
    assert.equal(identityOf({ id: 's', name: ' ', given_name: 'Ann', family_name: '\t' })?.name, 'Ann')
  })

  it('joins first and last name if the provider sends no full name', async () => {
    const parts = { given_name: 'Ann', family_name: 'Østergård' }
    assert.equal((await arrive({ ...EMAIL, ...parts }, {}))?.name, 'Ann Østergård')
    assert.equal((await arrive(EMAIL, { family_name: 'Østergård', given_name: '' }))?.name, 'Østergård')
    assert.equal((await arrive({ ...EMAIL, ...parts, name: 'A. Ø.' }, {}))?.name, 'A. Ø.')
  })

  it('reads the name from the claims of other APIs, and ignores an email that is sent as the name', async () => {
    const parts = { givenName: 'Ann', familyName: 'Østergård' }
    for (const claims of [
      { name: parts },
      { name: { ...parts, formatted: 'Ann Østergård' } },
      { name: { firstName: 'Ann', lastName: 'Østergård' } },
      { first_name: 'Ann', last_name: ['Østergård'] },
      { displayName: 'Ann Østergård' },
      { display_name: 'Ann Østergård' },
      { nickname: 'Ann Østergård' },
      { name: EMAIL.email, given_name: 'Ann', family_name: 'Østergård' },
    ])
      assert.equal((await arrive({ ...EMAIL, ...claims }, {}))?.name, 'Ann Østergård', JSON.stringify(claims))
    assert.equal((await arrive({ ...EMAIL, name: EMAIL.email }, {}))?.name, EMAIL.email)
  })

  const json = { 'content-type': 'application/json' }
  for (const [what, given] of [
    ['a challenge', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: '' }],
    ['no challenge and no body', { status: 401, body: '' }],
    ['a page', { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>Unauthorized</h1>' }],
    [
      'another code',
      { status: 401, headers: json, body: '{"error":"access_denied","error_description":"Unauthorized"}' },
    ],
    ['a body of its own', { status: 401, headers: json, body: '{"message":"Bad client"}' }],
    ['status 400', { status: 400, headers: json, body: '{"error":"invalid_client"}' }],
  ] as const)
    it(`names a refused client, with ${what}`, async () => {
      refusal = given
      await assert.rejects(arrive(EMAIL, {}), ClientRefusedError)
      const oidc = createOidcClient({ now: () => Date.now() }, { allowLocal: true })
      const explained = await oidc.explain({ issuer, clientId: 'app', clientSecret: 'secret' }, CALLBACK)
      assert.equal('problem' in explained && explained.problem.code, 'client')
    })

  it('has unknown groups if the provider only sends a link to them', async () => {
    for (const overage of [{ _claim_names: { groups: 'src1' }, _claim_sources: {} }, { hasgroups: 'true' }])
      assert.equal((await arrive({ ...EMAIL, ...overage }, {}))?.areGroupsUnknown, true)
    assert.equal((await arrive({ ...EMAIL, hasgroups: true }, REST))?.areGroupsUnknown, undefined)
  })

  for (const status of [401, 403, 500])
    it(`is taken from the ID token while UserInfo responds with ${status}, with groups that are unknown`, async () => {
      const identity = await arrive({ ...EMAIL, name: 'Ann' }, status)
      assert.deepEqual([identity?.email, identity?.areGroupsUnknown], [EMAIL.email, true])
      assert.equal((await arrive({ ...EMAIL, groups: ['Alpha'] }, status))?.areGroupsUnknown, undefined)
    })
})
