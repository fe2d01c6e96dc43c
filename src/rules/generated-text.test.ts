import assert from 'node:assert/strict'
import { it } from 'node:test'
import { domainToASCII } from 'node:url'
import { createRandom } from '../testing/random.ts'
import { normalizeEmail } from './email.ts'
import { normalizeName } from './names.ts'
import { copiedEmail, copiedGap, copiedName, lettersOf, SCRIPT_NAMES } from './scripts.test-kit.ts'

const COUNT = 3_000

it('stores every generated email of twelve scripts in one form, however it was copied', () => {
  for (let seed = 0; seed < COUNT; seed += 1) {
    const random = createRandom(seed)
    const { copied, wanted } = copiedEmail(random, domainToASCII)
    assert.equal(normalizeEmail(copied), wanted, JSON.stringify({ seed, copied }))
    assert.equal(normalizeEmail(wanted), wanted)
    assert.equal(
      normalizeEmail(copied.replace(/User|Ｕｓｅｒ/, lettersOf(random, random.pick(SCRIPT_NAMES)))),
      undefined,
    )
  }
})

it('stores every generated name of twelve scripts in one form, however it was copied', () => {
  for (let seed = 0; seed < COUNT; seed += 1) {
    const random = createRandom(seed)
    const { copied, wanted } = copiedName(random)
    assert.equal(normalizeName(copied), wanted, JSON.stringify({ seed, copied }))
    assert.equal(normalizeName(wanted), wanted)
    assert.equal(normalizeName(`${copiedGap(random)}${copiedGap(random)}`), '')
  }
})
