import assert from 'node:assert/strict'
import { test } from 'node:test'
import { challengeOf, createPkce, createVerifier } from './pkce.ts'

test('the challenge is the one of RFC 7636 appendix B', async () => {
  assert.equal(
    await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
})

test('10,000 verifiers are distinct and well-formed', () => {
  const verifiers = Array.from({ length: 10_000 }, () => createVerifier())
  assert.equal(new Set(verifiers).size, verifiers.length)
  assert.ok(verifiers.every((verifier) => /^[A-Za-z0-9\-._~]{64}$/.test(verifier)))
})

test('each flow has its own state and nonce', async () => {
  const [first, second] = await Promise.all([createPkce(), createPkce()])
  assert.equal(new Set([first.state, first.nonce, first.verifier, second.state, second.nonce, second.verifier]).size, 6)
  assert.equal(first.challenge, await challengeOf(first.verifier))
})
