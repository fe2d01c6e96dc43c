import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityOf } from './oidc.ts'

test('a picture of an identity provider is taken only as an https URL of an ordinary length', () => {
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
