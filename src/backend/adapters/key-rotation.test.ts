import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose'
import { CHECKPOINT_TYPE } from '../domain/audit/checkpoints.ts'
import { createMemoryStore } from '../store/memory.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { keepClean } from './clean-up.ts'
import { configOf } from './config.ts'
import { addSigningKey, endSigningKeys, listSigningKeys, longestTokenMs } from './key-rotation.ts'
import { sealedKeyStore, sealStoredKeys } from './sealing-key.ts'
import { createSigner } from './signer.ts'

const NOW_MS = Date.UTC(2026, 0, 15)
const OLD = randomBytes(32)
const NEW = randomBytes(32)
const config = configOf({ apiUrl: 'http://localhost:3002', appUrl: 'http://localhost:3000' })
const TOKEN_MS = longestTokenMs(config)

const claimsAt = (now: number, more: object = {}) => {
  const iat = Math.floor(now / 1_000)
  return { sub: 'ada', iss: config.apiUrl, aud: config.clientId, iat, exp: iat + TOKEN_MS / 1_000, ...more }
}

/** Opens a database with a key of each algorithm that every process knows, and a signer that has read it. */
const open = async (t: TestContext, sealingKeys: readonly Buffer[] = [NEW]) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW_MS })
  const store = createMemoryStore()
  const keys = sealedKeyStore(store, sealingKeys)
  const signer = createSigner(keys, config)
  const token = await signer.sign(claimsAt(NOW_MS))
  t.mock.timers.tick(61_000)
  const sign = (more: object = {}) => signer.sign(claimsAt(Date.now(), more))
  const states = async () => (await listSigningKeys(keys)).map(({ algorithm, state }) => `${algorithm} ${state}`)
  const kids = async () => (await signer.jwks()).keys.map(({ kid }) => kid)
  return { store, keys, signer, token, sign, states, kids }
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid

describe('A rotation of the key that signs', () => {
  it('publishes the new key at once, signs with it when every process knows it, and then removes the old one', async (t) => {
    const { keys, signer, token, sign, states, kids } = await open(t)
    const made = await addSigningKey(keys)
    assert.deepEqual(await states(), ['RS256 next', 'RS256 signing', 'ES256 published'])
    t.mock.timers.tick(31_000)
    assert.ok((await kids()).includes(made.kid))
    assert.equal(kidOf(await sign()), kidOf(token))
    t.mock.timers.setTime(made.signsAt - 1)
    const last = await sign()
    assert.equal(kidOf(last), kidOf(token))
    t.mock.timers.setTime(made.signsAt)
    assert.equal(kidOf(await sign()), made.kid)
    assert.deepEqual(await states(), ['RS256 signing', 'RS256 published', 'ES256 published'])

    t.mock.timers.setTime(made.signsAt + TOKEN_MS - 1_000)
    assert.deepEqual(await endSigningKeys(keys, TOKEN_MS), [])
    assert.ok(await signer.verify(last, Date.now()))
    t.mock.timers.tick(62_000)
    assert.deepEqual(await endSigningKeys(keys, TOKEN_MS), [kidOf(token)])
    assert.deepEqual(await endSigningKeys(keys, TOKEN_MS), [])
    assert.deepEqual(await states(), ['RS256 signing', 'RS256 ended', 'ES256 published'])
    t.mock.timers.tick(31_000)
    assert.deepEqual((await kids()).includes(kidOf(token)), false)
    assert.equal((await signer.jwks({ withEnded: true })).keys.length, 3)
  })

  it('doesn’t change keys of the other algorithm, and creates one with it on request', async (t) => {
    const { keys, sign, states } = await open(t)
    await addSigningKey(keys, 'ES256')
    t.mock.timers.tick(TOKEN_MS + 200_000)
    assert.deepEqual(decodeProtectedHeader(await sign()).alg, 'RS256')
    assert.equal((await endSigningKeys(keys, TOKEN_MS)).length, 1)
    assert.deepEqual(await states(), ['RS256 signing', 'ES256 published', 'ES256 ended'])
  })

  it('can be repeated while it is in progress: each key waits for its turn', async (t) => {
    const { keys, sign, states } = await open(t)
    const [first, second] = [await addSigningKey(keys), await addSigningKey(keys)]
    assert.deepEqual(await states(), ['RS256 next', 'RS256 next', 'RS256 signing', 'ES256 published'])
    t.mock.timers.setTime(second.signsAt)
    assert.equal(kidOf(await sign()), second.kid)
    assert.notEqual(first.kid, second.kid)
    t.mock.timers.tick(TOKEN_MS + 60_000)
    assert.equal((await endSigningKeys(keys, TOKEN_MS)).length, 2)
  })

  it('removes a retired key completely, and refuses tokens that a copy of it signs', async (t) => {
    const { store, keys, signer, token, sign } = await open(t, [])
    const [stolen] = await store.keys.list({ kind: 'signing-rs256' })
    const checkpoint = await sign({ type: CHECKPOINT_TYPE, exp: Math.floor(NOW_MS / 1_000) + 3_000_000_000 })
    await addSigningKey(keys)
    t.mock.timers.tick(TOKEN_MS + 200_000)
    await endSigningKeys(keys, TOKEN_MS)
    t.mock.timers.tick(31_000)
    const [kept] = (await store.keys.list({ kind: 'signing-rs256' })).filter(({ id }) => id === stolen?.id)
    assert.deepEqual(Object.keys(JSON.parse(kept?.value ?? '')).sort(), [
      'alg',
      'e',
      'endedAt',
      'kid',
      'kty',
      'n',
      'use',
    ])

    const jwk = JSON.parse(stolen?.value ?? '') as JWK
    const forged = await new SignJWT(claimsAt(Date.now()))
      .setProtectedHeader({ alg: 'RS256', kid: String(jwk.kid) })
      .sign(await importJWK(jwk, 'RS256'))
    assert.equal(await signer.verify(forged, Date.now()), undefined)
    // Keys of the audit log prove its exports for as long as those are kept.
    assert.ok(await signer.verify(checkpoint, Date.now()))
    // A hint is verified as of the time when its session began.
    assert.ok(await signer.verify(token, NOW_MS))
  })

  it('doesn’t change keys that another process has sealed with a newer sealing key', async (t) => {
    const { store, keys } = await open(t, [OLD])
    await addSigningKey(keys)
    await sealStoredKeys(store, [NEW, OLD])
    t.mock.timers.tick(TOKEN_MS + 200_000)
    await endSigningKeys(keys, TOKEN_MS)
    const renewed = sealedKeyStore(store, [NEW])
    assert.equal((await endSigningKeys(renewed, TOKEN_MS)).length, 1)
    assert.equal((await endSigningKeys(renewed, TOKEN_MS)).length, 0)
  })
  it('is completed by the regular clean-up', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: NOW_MS })
    const kit = await openKit(async () => createMemoryStore())
    const keys = sealedKeyStore(kit.ports.store, [])
    await addSigningKey(keys)
    const end = keepClean(kit.ports, keys)
    t.mock.timers.tick(1_800_000)
    await end()
    assert.deepEqual(
      (await listSigningKeys(keys)).map(({ state }) => state),
      ['signing', 'ended', 'published'],
    )
    await kit.close()
  })
})
