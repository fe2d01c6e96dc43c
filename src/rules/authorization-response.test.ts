import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthorizationResponse } from './authorization-response.ts'

const STATE = 'abcdefghijklmnopqrstuvwxyz012345'

const CASES: readonly [string, string][] = [
  [`?code=c&state=${STATE}`, 'code'],
  [`?code=c&state=${STATE}&iss=https://api.test`, 'code'],
  [`?error=access_denied&state=${STATE}`, 'error'],
  ['', 'no-response'],
  ['?', 'no-response'],
  [`?state=${STATE}`, 'no-response'],
  ['?code=c', 'no-state'],
  ['?code=c&state=', 'no-state'],
  ['?code=c&state=constructor', 'malformed'],
  ['?code=c&state=__proto__', 'malformed'],
  [`?code=c&state=${STATE}x`, 'malformed'],
  [`?code=&state=${STATE}`, 'malformed'],
  [`?code=c%00&state=${STATE}`, 'malformed'],
  [`?code=${'c'.repeat(3000)}&state=${STATE}`, 'malformed'],
  [`?code=c&code=d&state=${STATE}`, 'doubled'],
  [`?code=c&state=${STATE}&state=${STATE}`, 'doubled'],
  [`?code=c&state=${STATE}&iss=a&iss=b`, 'doubled'],
  [`?code=c&error=access_denied&state=${STATE}`, 'contradictory'],
  [`#code=c&state=${STATE}`, 'fragment'],
  [`#/oauth/callback?code=c&state=${STATE}`, 'fragment'],
  [`?code=c&state=${STATE}#code=d`, 'fragment'],
  [`?error=%0aevil&state=${STATE}`, 'malformed'],
]

for (const [url, expected] of CASES) {
  test(`${url.slice(0, 60) || 'nothing'} is read as ${expected}`, () => {
    const response = readAuthorizationResponse(new URL(`https://app.test/oauth/callback${url}`))
    assert.equal(response.kind === 'refused' ? response.reason : response.kind, expected)
  })
}
