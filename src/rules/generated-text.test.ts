import assert from 'node:assert/strict'
import { it } from 'node:test'
import { domainToASCII } from 'node:url'
import { createRandom } from '../testing/random.ts'
import { normalizeEmail } from './email.ts'
import { normalizeName } from './names.ts'
import { lettersOf, SCRIPT_NAMES } from './scripts.test-kit.ts'

const COUNT = 3_000

/** Invisible characters, as they come with copied text. */
const INVISIBLE = ['', '\u200b', '\u2060', '\u00ad', '\u2068', '\u00a0', '\u3000', '\ufeff', ' \n\t'] as const
const FULL_STOPS = ['.', '\u3002', '\uff0e', '\uff61'] as const

it('stores every generated email of twelve scripts in one form, however it was copied', () => {
  for (let seed = 0; seed < COUNT; seed += 1) {
    const random = createRandom(seed)
    const { below, chance, pick } = random
    const labels = [
      ...(chance(0.3) ? ['mail'] : []),
      lettersOf(random, pick(SCRIPT_NAMES)),
      pick(['example', 'рф', 'みんな']),
    ]
    const local = `User.${below(1_000)}+tag`
    const domain = labels.join(pick(FULL_STOPS))
    const written = `${pick(['', 'mailto:', 'MAILTO:'])}${local}@${chance(0.5) ? domain : domain.toUpperCase()}`
    const copied = `${pick(INVISIBLE)}${written}${pick(INVISIBLE)}`
    const wanted = `${local.toLowerCase()}@${domainToASCII(labels.join('.'))}`
    const email = normalizeEmail(copied)
    assert.equal(email, wanted, JSON.stringify({ seed, copied }))
    assert.equal(normalizeEmail(wanted), wanted)
    assert.equal(normalizeEmail(copied.replace('User', lettersOf(random, pick(SCRIPT_NAMES)))), undefined)
  }
})

it('stores every generated name of twelve scripts in one form, however it was copied', () => {
  for (let seed = 0; seed < COUNT; seed += 1) {
    const random = createRandom(seed)
    const { below, pick } = random
    const words = Array.from({ length: 1 + below(4) }, () => lettersOf(random, pick(SCRIPT_NAMES)))
    const gap = () => `${pick(INVISIBLE)} ${pick(INVISIBLE)}`
    const copied = `${pick(INVISIBLE)}${words.reduce((text, word) => text + gap() + word)}${pick(INVISIBLE)}`
    const wanted = words.join(' ').normalize('NFC')
    assert.equal(normalizeName(copied), wanted, JSON.stringify({ seed, copied }))
    assert.equal(normalizeName(wanted), wanted)
    assert.equal(normalizeName(`${gap()}${gap()}`), '')
  }
})
