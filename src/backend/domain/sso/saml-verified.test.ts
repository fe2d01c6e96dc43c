import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SamlFacts } from '../../ports/saml.ts'
import { samlIdentity } from './saml.ts'

const verificationBy = (name: string, ...values: string[]) => {
  const facts: Partial<SamlFacts> = {
    nameId: 'ann',
    nameIdFormat: '',
    attributes: { email: ['ann@acme.test'], [name]: values },
  }
  // The verification is read from the attributes alone.
  return samlIdentity(facts as SamlFacts).emailVerified
}

test('an attribute that denies the verification of an email is read like the OpenID Connect claim', () => {
  const names = [
    'email_verified',
    'EmailVerified',
    'user.email_verified',
    'http://schemas.auth0.com/email_verified',
    'urn:x:email-verified',
  ]
  for (const name of names)
    for (const value of ['false', ' FALSE ', '0', 'no', 'unverified', 'pending'])
      assert.equal(verificationBy(name, value), false, `${name}: ${value}`)
  assert.equal(verificationBy('email_verified', 'true', 'false'), false)
})

test('without an attribute that denies it, the owner of the domain vouches for the email', () => {
  for (const value of ['true', '1', '', 'maybe'])
    assert.equal(verificationBy('email_verified', value), undefined, value)
  for (const name of ['phone_verified', 'is_email_verified_by_phone', 'verified'])
    assert.equal(verificationBy(name, 'false'), undefined, name)
})
