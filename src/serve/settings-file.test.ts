import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { SettingError } from './setting-values.ts'
import { readWithFile } from './settings-file.ts'

const CLIENT = '"client":{"clientId":"c1"}'

describe('A settings file that is ambiguous or malformed', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'front-entry-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  const messageOf = (content: string | Uint8Array): string => {
    writeFileSync(join(folder, 'front-entry.config.json'), content)
    try {
      readWithFile({}, folder, (env) => env)
    } catch (error) {
      assert.ok(error instanceof SettingError, String(error))
      return error.message
    }
    return ''
  }

  it('is another than one whose keys are all settings', () => assert.equal(messageOf(`{${CLIENT}}`), ''))

  it('is another than one with the character that replaces unreadable ones', () =>
    assert.equal(messageOf(`{${CLIENT},"mail":{"from":"\ufffd <mail@acme.test>"}}`), ''))

  for (const [content, message] of [
    [
      `{${CLIENT},\n"client":{"clientId":"c2"}}`,
      /^front-entry\.config\.json:2: client: this object has the key twice\.$/,
    ],
    ['{"client":{"clientId":"c1",\n"clientId":"c2"}}', /^front-entry\.config\.json:2: client\.clientId: this object/],
    [`{${CLIENT},"client.clientId":"c2"}`, /^front-entry\.config\.json: client\.clientId is set twice\.$/],
    ['{"client":"c1"}', /^front-entry\.config\.json: client must be an object\.$/],
    [`{${CLIENT},"constructor":"c2"}`, /^front-entry\.config\.json: there is no setting 'constructor'/],
    [`{${CLIENT},"__proto__":{"clientId":"c2"}}`, /^front-entry\.config\.json: there is no setting '__proto__'/],
    [`{"client":\n${'['.repeat(100_000)}`, /^front-entry\.config\.json:2: it is nested too deeply\.$/],
    [
      Buffer.from(`{${CLIENT},\n"mail":{"from":"Müller <mail@acme.test>"}}`, 'latin1'),
      /^front-entry\.config\.json:2: it must be saved as UTF-8\.$/,
    ],
  ] as const)
    it(`such as ${String(content).slice(0, 60)} is named in one line`, () => assert.match(messageOf(content), message))
})
