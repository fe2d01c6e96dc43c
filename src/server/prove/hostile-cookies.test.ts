import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompactEncrypt } from 'jose'
import { report, scaled } from '../../backend/prove/report.test-kit.ts'
import { ownTime } from '../../testing/own-time.ts'
import { createFrontEntryServer } from '../front-entry-server.ts'
import { createHarness, createJar, type Harness, optionsFor, PASSWORD } from '../harness.test-kit.ts'
import { EncryptionPasswordError } from '../password.ts'
import { createSeal } from '../seal.ts'
import { sessionCookieName } from '../session-cookie.ts'
import { CLIENT } from '../stub-api.test-kit.ts'

const NAME = sessionCookieName(CLIENT)

const sealFor = ({ time }: Harness, part: Partial<Parameters<typeof createSeal>[0]> = {}) =>
  createSeal<object>({ passwords: PASSWORD, clientId: CLIENT, purpose: 'session', now: () => time.now, ...part })

const contentOf = async ({ api, time }: Harness) => ({
  accessToken: await api.sign({ sub: 'ada' }),
  refreshToken: 'r',
  expiresAt: Math.floor(time.now / 1_000) + 300,
})

/** Returns whether the cookie yields a session. A throw counts as one, so that the test fails. */
const accepts = async ({ server, request }: Harness, value: string): Promise<boolean> => {
  try {
    const jar = createJar([[NAME, value]])
    return (await server.getSession(request('/', jar))) !== undefined
  } catch {
    return true
  }
}

/** RFC 6265 §4.1.1: any other text never arrives as one cookie. */
const isCookieValue = (text: string) => /^[!#-+\--:<-[\]-~]*$/.test(text)

const sameBytes = (a: string, b: string) =>
  Buffer.from(a.replaceAll('.', ''), 'base64url').equals(Buffer.from(b.replaceAll('.', ''), 'base64url'))

/** Flips one bit of one character, or cuts off one end. */
const alter = (sealed: string, round: number): string => {
  const at = (round * 7_919) % sealed.length
  if (round % 2) return sealed.slice(0, at)
  return sealed.slice(0, at) + String.fromCharCode(sealed.charCodeAt(at) ^ (1 << (round % 7))) + sealed.slice(at + 1)
}

test('altered, swapped, old and hostile cookies yield no session and never throw', async () => {
  const harness = await createHarness({ hostedLoginBox: true })
  const content = await contentOf(harness)
  const good = await sealFor(harness).seal(content, 300)
  assert.ok(await accepts(harness, good), 'a good cookie is accepted')
  const rounds = scaled(10_000)
  let accepted = 0
  for (let round = 0; round < rounds; round += 1) {
    const altered = alter(good, round)
    if (isCookieValue(altered) && !sameBytes(altered, good) && (await accepts(harness, altered))) accepted += 1
  }
  const swapped = [
    await sealFor(harness, { purpose: 'login-state' }).seal(content, 300),
    await sealFor(harness, { clientId: 'another' }).seal(content, 300),
    await sealFor(harness, { passwords: 'fedcba9876543210'.repeat(4) }).seal(content, 300),
    await sealFor(harness, { now: () => harness.time.now - 316_000 }).seal(content, 300),
  ]
  for (const value of swapped) if (await accepts(harness, value)) accepted += 1
  const reached = `${rounds} altered and ${swapped.length} swapped or old, ${accepted} accepted or thrown`
  report({
    row: 32,
    wanted: '10,000 bit flips and cuts, swapped and old values: 0 accepted, 0 throws',
    reached,
    ok: accepted === 0,
  })
  assert.equal(accepted, 0)
})

const hostileValues = async (): Promise<Record<string, string>> => {
  const key = new Uint8Array(32)
  const plain = new TextEncoder().encode('{}')
  const header = (part: object) =>
    Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', ...part })).toString('base64url')
  return {
    'PBES2 with a huge count': `${header({ alg: 'PBES2-HS512+A256KW', p2c: 2_000_000_000, p2s: 'AAAA' })}.AAAA.AAAA.AAAA.AAAA`,
    'PBES2 sealed': await new CompactEncrypt(plain)
      .setProtectedHeader({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM' })
      .encrypt(key),
    'key wrap': await new CompactEncrypt(plain).setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' }).encrypt(key),
    'another cipher': `${header({ enc: 'A128CBC-HS256' })}..AAAA.AAAA.AAAA`,
    zip: `${header({ zip: 'DEF' })}..AAAAAAAAAAAAAAAA.${'A'.repeat(4_000)}.AAAAAAAAAAAAAAAAAAAAAA`,
    'one megabyte': 'x'.repeat(1_000_000),
    'one megabyte of dots': '.'.repeat(1_000_000),
    empty: '',
  }
}

test('cookies that are meant to cost time are refused within 50 ms', async () => {
  const harness = await createHarness({ hostedLoginBox: true })
  let slowest = 0
  for (const [name, value] of Object.entries(await hostileValues())) {
    const took = await ownTime(async () => assert.equal(await accepts(harness, value), false, name))
    slowest = Math.max(slowest, took)
  }
  const reached = `slowest ${slowest.toFixed(1)} ms`
  report({ row: 32, wanted: 'PBES2, zip, 1 MB: refused in 50 ms each', reached, ok: slowest < 50 })
  assert.ok(slowest < 50, reached)
})

test('weak passwords are refused at start', async () => {
  const { api } = await createHarness()
  const weak = [
    PASSWORD.slice(1),
    `${PASSWORD}0`,
    `g${PASSWORD.slice(1)}`,
    'a'.repeat(64),
    'A'.repeat(32) + 'a'.repeat(32),
    '',
  ]
  for (const encryptionPassword of [...weak, [], [PASSWORD, 'short'], { 1: 'short' }]) {
    assert.throws(() => createFrontEntryServer(optionsFor(api, { encryptionPassword })), EncryptionPasswordError)
  }
})
