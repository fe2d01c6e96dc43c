import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { before, describe, it } from 'node:test'
import 'reflect-metadata'
import { X509CertificateGenerator } from '@peculiar/x509'
import { createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { report, scaled } from '../../backend/prove/report.test-kit.ts'
import { type Case, expectedOf, type Fixture, faultsOf, goodInputs, NOW } from './faults.test-kit.ts'
import { FAULTS } from './findings.ts'
import { troubleshoot } from './troubleshoot.ts'

const DAY = 86_400_000
const MUTATIONS = scaled(10_000)
const MAX_MS = 200

const certificateOf = async (notBefore: number, notAfter: number, modulusLength = 2048): Promise<string> => {
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength, publicExponent: new Uint8Array([1, 0, 1]) }
  const keys = (await webcrypto.subtle.generateKey(rsa, true, ['sign', 'verify'])) as CryptoKeyPair
  const dates = { notBefore: new Date(notBefore), notAfter: new Date(notAfter) }
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=idp',
    ...dates,
    signingAlgorithm: rsa,
    keys,
  })
  return made.toString('pem')
}

const fixtureOf = async (): Promise<Fixture> => ({
  keys: { ...(await createCredentials('idp')), certificate: '' },
  strangers: { ...(await createCredentials('idp')), certificate: '' },
  bad: {
    expired: await certificateOf(NOW - 100 * DAY, NOW - DAY),
    early: await certificateOf(NOW + DAY, NOW + 400 * DAY),
    short: await certificateOf(NOW - DAY, NOW + 400 * DAY, 1024),
  },
})

/** Returns the input of the checks at a time when its certificates are valid, whatever the machine's clock is. */
const certified = async (fixture: Fixture): Promise<Fixture> => {
  const valid = () => certificateOf(NOW - DAY, NOW + 400 * DAY)
  return {
    ...fixture,
    keys: { ...fixture.keys, certificate: await valid() },
    strangers: { ...fixture.strangers, certificate: await valid() },
  }
}

/** Creates a pseudo-random generator that is the same in every run. */
const createDice = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const NOISE = [
  '<',
  '>',
  '&',
  '"',
  '\0',
  '=',
  '%',
  '\uFFFD',
  'A',
  ' ',
  '-----BEGIN CERTIFICATE-----',
  '<a>',
  ']]>',
  '{',
  '\\',
]

const mutated = (text: string, dice: (below: number) => number): string => {
  let changed = text
  for (let left = 1 + dice(4); left > 0; left -= 1) {
    const at = dice(changed.length + 1)
    const length = dice(2) ? dice(40) : 0
    const noise = NOISE[dice(NOISE.length)]?.repeat(dice(3) ? 1 : 1 + dice(200)) ?? ''
    changed = changed.slice(0, at) + noise + changed.slice(at + length)
  }
  return dice(20) === 0 ? changed.repeat(1 + dice(30)) : changed
}

describe('The SSO troubleshooter', () => {
  let fixture: Fixture
  let faults: Case[]
  let good: Case[]
  before(async () => {
    fixture = await certified(await fixtureOf())
    faults = await faultsOf(fixture)
    good = await goodInputs(fixture)
  })
  const diagnose = ({ text, expected }: Case) => troubleshoot(text, { ...expectedOf(fixture), ...expected })

  it('identifies every seeded fault', async () => {
    const missed: string[] = []
    for (const each of faults) {
      const { findings } = await diagnose(each)
      if (!findings.some(({ id }) => id === each.fault)) missed.push(`${each.name}: ${findings.map(({ id }) => id)}`)
    }
    const kinds = new Set(faults.map(({ fault }) => fault)).size
    report({
      row: 'SSO troubleshooter: seeded faults',
      wanted: 'at least 28 of 30 identified',
      reached: `${faults.length - missed.length} of ${faults.length} identified, ${kinds} kinds`,
      ok: missed.length === 0 && kinds >= 30,
    })
    assert.deepEqual(missed, [])
  })

  it('reports no problem for valid inputs', async () => {
    const alarms: string[] = []
    for (const each of good) {
      const { findings } = await diagnose(each)
      if (findings.length > 0) alarms.push(`${each.name}: ${JSON.stringify(findings)}`)
    }
    report({
      row: 'SSO troubleshooter: false alarms',
      wanted: '0 on 10 good inputs',
      reached: `${alarms.length} on ${good.length}`,
      ok: alarms.length === 0 && good.length >= 10,
    })
    assert.deepEqual(alarms, [])
  })

  it('reads damaged inputs without an exception and without a pause', async () => {
    const dice = createDice(43)
    const all = [...faults, ...good]
    let slowest = 0
    for (let round = 0; round < MUTATIONS; round += 1) {
      const source = all[dice(all.length)]
      if (!source) continue
      const text = mutated(source.text, dice)
      const start = process.cpuUsage()
      const { findings } = await diagnose({ ...source, text })
      const { user, system } = process.cpuUsage(start)
      slowest = Math.max(slowest, (user + system) / 1_000)
      assert.ok(findings.every(({ id }) => FAULTS.includes(id)))
    }
    report({
      row: 'SSO troubleshooter: damaged inputs',
      wanted: `${MUTATIONS} without an exception, none over ${MAX_MS} ms`,
      reached: `${MUTATIONS}, slowest ${Math.round(slowest)} ms`,
      ok: slowest < MAX_MS,
    })
    assert.ok(slowest < MAX_MS, `${slowest} ms`)
  })
})
