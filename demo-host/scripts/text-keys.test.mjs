import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { TEXT_KEYS } from '../../src/i18n/text-keys.ts'
import { textSets } from './docs/reference/text-keys.mjs'
import { textKeysSource } from './text-keys.mjs'

test('the list of text keys has those of every set of texts', async () => {
  const sets = (await textSets()).map(({ path, texts }) => [path, Object.keys(texts).sort().join(' ')])
  assert.ok(sets.length > 50)
  assert.deepEqual(TEXT_KEYS, Object.fromEntries(sets), 'run node --import tsx demo-host/scripts/text-keys.mjs')
})

test('the script that writes the list keeps the types below it', async () => {
  const file = readFileSync(new URL('../../src/i18n/text-keys.ts', import.meta.url), 'utf8')
  const typesIn = (source) => source.slice(source.indexOf('} as const'))
  assert.match(typesIn(file), /export interface Localizations/)
  assert.equal(typesIn(await textKeysSource()), typesIn(file))
})
