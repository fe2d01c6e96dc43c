import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityOf } from './oidc-claims.ts'

test('a picture of an identity provider is accepted only as an https URL of ordinary length', () => {
  const pictureOf = (claims: object) => identityOf({ sub: 'ada', ...claims })?.picture
  const url = 'https://pictures.test/ada.png'
  assert.equal(pictureOf({ picture: url }), url)
  assert.equal(pictureOf({ avatar_url: url }), url)
  const refused = [
    'http://pictures.test/a',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'https://',
    `${url}?${'a'.repeat(2_000)}`,
  ]
  for (const picture of [...refused, 1, {}, '']) assert.equal(pictureOf({ picture }), undefined, String(picture))
})

test('an email is read only from the claim `email`, and from a mapped name that looks like an email if the account maps its own provider', () => {
  const read = (claims: object, mapping?: Parameters<typeof identityOf>[1]) => {
    const { email, emailVerified, isEmailByName } = identityOf({ sub: 'ada', ...claims }, mapping) ?? {}
    return [email, emailVerified, isEmailByName]
  }
  const upn = { upn: 'ada@acme.test', email_verified: true }
  assert.deepEqual(read(upn), [undefined, true, undefined])
  assert.deepEqual(read(upn, {}), ['ada@acme.test', undefined, true])
  assert.deepEqual(read({ preferred_username: 'ada@acme.test' }, {}), ['ada@acme.test', undefined, true])
  assert.deepEqual(read({ preferred_username: 'ada' }, {})[0], undefined)
  assert.deepEqual(read({ ...upn, email: 'a@acme.test' }, {}), ['a@acme.test', true, undefined])
  assert.deepEqual(read({ ...upn, email: 'a@acme.test' }, { email: 'upn' }), ['ada@acme.test', undefined, true])
  const mapped = identityOf({ sub: 'ada', nick: 'Ada', teams: 'Alpha' }, { name: 'nick', groups: 'teams' })
  assert.deepEqual([mapped?.name, mapped?.groups], ['Ada', ['Alpha']])
})
