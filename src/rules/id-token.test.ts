import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkIdTokenClaims, IdTokenError, type IdTokenFault } from './id-token.ts'

const NOW = 1_767_225_600
const expected = { issuers: ['https://api.test'], clientId: 'c', now: NOW, nonce: 'n' }
const good = { iss: 'https://api.test', aud: 'c', exp: NOW + 300, iat: NOW, nonce: 'n', sub: 'u' }

const faultOf = (change: object, more: object = {}): IdTokenFault | undefined => {
  try {
    checkIdTokenClaims({ ...good, ...change }, { ...expected, ...more })
    return undefined
  } catch (error) {
    if (error instanceof IdTokenError) return error.fault
    throw error
  }
}

const CASES: readonly [string, object, object, IdTokenFault | undefined][] = [
  ['a good one', {}, {}, undefined],
  ['a list with us alone', { aud: ['c'], azp: 'c' }, {}, undefined],
  ['30 s past its end', { exp: NOW - 29 }, {}, undefined],
  ['31 s past its end', { exp: NOW - 30 }, {}, 'expired'],
  ['an end as text', { exp: String(NOW + 300) }, {}, 'expired'],
  ['no end', { exp: undefined }, {}, 'expired'],
  ['issued in the future', { iat: NOW + 31 }, {}, 'issued-at'],
  ['issued a week ago', { iat: NOW - 604_800 }, {}, 'issued-at'],
  ['another issuer', { iss: 'https://api.test/' }, {}, 'issuer'],
  ['one audience too many', { aud: ['c', 'd'] }, {}, 'audience'],
  ['an empty audience', { aud: [] }, {}, 'audience'],
  ['another party', { azp: 'd' }, {}, 'authorized-party'],
  ['no nonce', { nonce: undefined }, {}, 'nonce'],
  ['an empty subject', { sub: '' }, {}, 'subject'],
  ['a number as subject', { sub: 5 }, {}, 'subject'],
  ['a very long subject', { sub: 'x'.repeat(256) }, {}, 'subject'],
  ['another user on refresh', {}, { subject: 'v' }, 'subject'],
  ['no nonce on refresh', { nonce: undefined }, { nonce: undefined, formerNonce: 'm' }, undefined],
  ['another nonce on refresh', {}, { nonce: undefined, formerNonce: 'm' }, 'nonce'],
  ['the hash of another token', { at_hash: 'x' }, { accessTokenHash: 'y' }, 'access-token-hash'],
  ['no time of the sign-in where one was wanted', {}, { maxAge: 60 }, 'authentication-time'],
  ['a sign-in too long ago', { auth_time: NOW - 91 }, { maxAge: 60 }, 'authentication-time'],
  ['a recent sign-in', { auth_time: NOW - 60 }, { maxAge: 60 }, undefined],
]

for (const [title, change, more, fault] of CASES) {
  test(`an ID token with ${title} is ${fault ? `refused for its ${fault}` : 'taken'}`, () =>
    assert.equal(faultOf(change, more), fault))
}
