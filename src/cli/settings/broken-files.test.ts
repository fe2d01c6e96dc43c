import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readVendorFile, VendorFileError } from '../../backend/adapters/vendor-file.ts'
import { utf8Text } from '../../kernel/utf8-text.ts'
import { createRandom } from '../../testing/random.ts'
import { brokenFiles, SOUND_ENV, SOUND_FILE } from './broken-files.test-kit.ts'

const messageOf = (text: string): string => {
  try {
    readVendorFile('vendor.json', text, SOUND_ENV)
  } catch (error) {
    assert.ok(error instanceof VendorFileError, String(error))
    return error.message
  }
  return ''
}

describe('A broken front-entry.vendor.json', () => {
  it('is refused with the line and the key of the fault, in 100 random files', () => {
    assert.equal(messageOf(SOUND_FILE), '')
    assert.equal(messageOf(`\ufeff${SOUND_FILE}`), '', 'as an editor on Windows saves it')
    assert.equal(messageOf('{"application":{"name":"\ufffd"}}'), '')
    for (const { fault, text, line, key } of brokenFiles(createRandom(41), 100)) {
      const [first = ''] = messageOf(text)
        .split('\n')
        .filter((each) => each.startsWith(`vendor.json:${line}: `) && each.includes(key))
      assert.match(first, /^vendor\.json:\d+: [^:]+: .+\.$/, `${fault} at line ${line}: ${messageOf(text)}\n${text}`)
    }
  })

  for (const [text, message] of [
    ['', /^vendor\.json:1: the file: /],
    [utf8Text(Buffer.from('{}', 'utf16le')), /^vendor\.json:1: the file: it must be saved as UTF-8\.$/],
    [
      utf8Text(Buffer.from('{\n"application":{"name":"Müller"}}', 'latin1')),
      /^vendor\.json:2: the file: it must be saved as UTF-8\.$/,
    ],
    [`{"portal":\n${'['.repeat(100_000)}`, /^vendor\.json:2: the file: it is nested too deeply\.$/],
    ['[]', /^vendor\.json:1: the file: must be an object\.$/],
    ['null', /^vendor\.json:1: the file: must be an object\.$/],
    ['{}{}', /^vendor\.json:1: the file: nothing may follow the settings\.$/],
    ['{"lockoutPolicy":{\n"enabled": }}', /^vendor\.json:2: lockoutPolicy\.enabled: a value must follow/],
    ['{"lockoutPolicy":{\n"enabled" true}}', /^vendor\.json:2: lockoutPolicy\.enabled: a colon must follow the key\.$/],
    ['{"lockoutPolicy":{\n"enabled": on}}', /^vendor\.json:2: lockoutPolicy\.enabled: this is no JSON value\.$/],
    ['{"lockoutPolicy":{\n"enabled": true', /^vendor\.json:2: lockoutPolicy\.enabled: \} is missing\.$/],
    ['{"application":{\n"name": ""}}', /^vendor\.json:2: application\.name: must not be empty\.$/],
    ...[' \u00a0', '\u200b', '\u3164', '\u2800', '\u202e\ufe0f', '\u0301'].map(
      (blank) =>
        [`{"application":{\n"name": "${blank}"}}`, /^vendor\.json:2: application\.name: must not be empty\.$/] as const,
    ),
    ['{"__proto__": 1}', /^vendor\.json:1: __proto__: there is no such setting/],
    ['{"lockoutPolicy":{\n"maxAttempts": 1}}', /^vendor\.json:2: lockoutPolicy\.maxAttempts: must be 3 or more\.$/],
    [
      '{"mfaStrategies":{"strategies":[{"strategy":"SMS","isActive":true},\n{"strategy":"SMS","isActive":true}]}}',
      /^vendor\.json:2: mfaStrategies\.strategies\[1\]\.strategy: 'SMS' is in this list twice\.$/,
    ],
    [
      '{"billing":{"defaultPlanId":\n"gold"}}',
      /^vendor\.json:1: billing\.defaultPlanId: there is no plan 'gold' in entitlements\.plans\.$/,
    ],
  ] as const)
    it(`such as ${JSON.stringify(text.slice(0, 200))} is named in one line`, () =>
      assert.match(messageOf(text), message))
})
