import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompactEncrypt } from 'jose'
import { ownTime } from '../testing/own-time.ts'
import { EncryptionPasswordError } from './password.ts'
import { createSeal } from './seal.ts'

const PASSWORD = '0123456789abcdef'.repeat(4)
const OTHER = 'fedcba9876543210'.repeat(4)
const scale = Number(process.env.ROW_SCALE ?? 0.05)

const sessions = (part: Partial<Parameters<typeof createSeal>[0]> = {}) =>
  createSeal<{ accessToken: string; refreshToken: string }>({
    passwords: PASSWORD,
    clientId: 'c1',
    purpose: 'session',
    ...part,
  })
const TOKENS = { accessToken: 'a', refreshToken: 'r' }

test('a sealed session opens again and doesn’t reveal the tokens', async () => {
  const sealed = await sessions().seal({ accessToken: 'secret-token', refreshToken: 'r' }, 300)
  assert.ok(!sealed.includes('secret'))
  assert.deepEqual(await sessions().open(sealed), {
    value: { accessToken: 'secret-token', refreshToken: 'r' },
    stale: false,
  })
})

test('values with flipped bits or cuts never open and never throw', async () => {
  const sealed = await sessions().seal(TOKENS, 300)
  for (let round = 0; round < 10_000 * scale; round += 1) {
    const at = round % sealed.length
    const flipped = String.fromCharCode(sealed.charCodeAt(at) ^ (1 << (round % 6)))
    const altered = round % 2 ? sealed.slice(0, at) : sealed.slice(0, at) + flipped + sealed.slice(at + 1)
    // The last character of a base64url part may carry unused bits, so both texts may encode the same bytes.
    if (altered === sealed || /[._-]$/.test(altered)) continue
    const opened = await sessions().open(altered)
    assert.ok(
      opened === undefined ||
        Buffer.from(altered.split('.').join(''), 'base64url').equals(
          Buffer.from(sealed.split('.').join(''), 'base64url'),
        ),
    )
  }
})

test('a value of another purpose, client or password is not accepted as a session', async () => {
  const sealed = await sessions().seal(TOKENS, 300)
  assert.equal(await sessions({ purpose: 'login-state' }).open(sealed), undefined)
  assert.equal(await sessions({ clientId: 'c2' }).open(sealed), undefined)
  assert.equal(await sessions({ passwords: OTHER }).open(sealed), undefined)
})

test('a session dies with its lifetime', async () => {
  let now = 1_700_000_000_000
  const seal = sessions({ now: () => now })
  const sealed = await seal.seal(TOKENS, 300)
  now += 314_000
  assert.ok(await seal.open(sealed))
  now += 2_000
  assert.equal(await seal.open(sealed), undefined)
})

test('rotation: every password opens, the newest seals, an old one is recognized, a removed one is a sign-out', async () => {
  const old = await sessions().seal(TOKENS, 300)
  const both = sessions({ passwords: { 1: PASSWORD, 2: OTHER } })
  assert.equal((await both.open(old))?.stale, true)
  const fresh = await both.seal(TOKENS, 300)
  assert.equal((await both.open(fresh))?.stale, false)
  assert.equal(await sessions().open(fresh), undefined)
  assert.equal(await sessions({ passwords: { 2: OTHER } }).open(old), undefined)
})

test('other algorithms, compression and huge values are refused', async () => {
  const key = new Uint8Array(32)
  const foreign = await new CompactEncrypt(new Uint8Array(4))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
    .encrypt(key)
  const password = await new CompactEncrypt(new Uint8Array(4))
    .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM' })
    .encrypt(key)
  const took = await ownTime(async () => {
    for (const sealed of [foreign, password, 'x'.repeat(1_000_000), '', '....', 'e30.e30.e30.e30.e30'])
      assert.equal(await sessions().open(sealed), undefined)
  })
  assert.ok(took < 500, `${took} ms`)
})

for (const password of ['a'.repeat(64), '0'.repeat(63), PASSWORD.slice(1), `${PASSWORD}0`, `g${PASSWORD.slice(1)}`]) {
  test(`the password ${password.slice(0, 4)}… of ${password.length} characters is refused at start`, () => {
    assert.throws(() => sessions({ passwords: password }), EncryptionPasswordError)
  })
}
