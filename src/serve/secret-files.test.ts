import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { SECRET_FILES, withSecretFiles } from './secret-files.ts'
import { ENV } from './served.test-kit.ts'
import { readServeSettings } from './settings.ts'
import { adviseOnVariables } from './variable-advice.ts'

describe('Secrets in files', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'front-entry-secrets-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  it('are read for every secret, without the line end that editors add', () => {
    const path = write('secret', '  postgres://app:p%20w@db/app\r\n')
    for (const name of SECRET_FILES) {
      const env = withSecretFiles({ [name]: path, OTHER: 'stays' })
      assert.equal(env[name.replace(/_FILE$/, '')], 'postgres://app:p%20w@db/app')
      assert.equal(env.OTHER, 'stays')
    }
  })

  it('are not read if the variable is empty', () => {
    assert.equal(withSecretFiles({ SEALING_KEY_FILE: '', SEALING_KEY: 'k' }).SEALING_KEY, 'k')
  })

  it('are reported when they can’t be read, are empty or are given twice, without their content', () => {
    const refusal = (env: Record<string, string>, expected: RegExp) =>
      assert.throws(() => withSecretFiles(env), { name: 'SettingError', message: expected })
    refusal({ SEALING_KEY_FILE: join(folder, 'none') }, /^SEALING_KEY_FILE: .*none can't be read \(ENOENT\)\.$/)
    refusal({ SMTP_URL_FILE: folder }, /^SMTP_URL_FILE: .* can't be read \(EISDIR\)\.$/)
    refusal({ SMTP_URL_FILE: write('empty', ' \n') }, /^SMTP_URL_FILE: .*empty is empty\.$/)
    assert.equal(withSecretFiles({ SEALING_KEY_FILE: write('odd', 'k\ufffd') }).SEALING_KEY, 'k\ufffd')
    const utf16 = Buffer.from('\ufeffsmtp://mail.example.com', 'utf16le')
    refusal({ SMTP_URL_FILE: write('utf16', utf16) }, /^SMTP_URL_FILE: .*utf16 must be saved as UTF-8\.$/)
    refusal({ DATABASE_URL_FILE: write('url', 'x'), DATABASE_URL: 'y' }, /^DATABASE_URL_FILE and DATABASE_URL are both/)
  })

  it('are reported by their file when their content is invalid', () => {
    const { SMTP_URL: _, ...env } = ENV
    const refusal = (variables: Record<string, string>, message: string) =>
      assert.throws(() => readServeSettings({ ...env, ...variables }, folder), { name: 'SettingError', message })
    const quoted = write('quoted', '"smtp://mail.example.com"\n')
    const lines = write('lines', 'smtp://mail.example.com\nx')
    const other = write('other', 'mail.example.com')
    const isQuoted = 'is in quotes, which would be part of its value. Remove them.'
    refusal({ SMTP_URL_FILE: quoted }, `SMTP_URL_FILE: ${quoted} ${isQuoted}`)
    refusal({ SMTP_URL_FILE: lines }, `SMTP_URL_FILE: ${lines} contains a line break. Remove it.`)
    refusal({ SMTP_URL_FILE: other }, `SMTP_URL_FILE: ${other} must be a URL that starts with smtp:// or smtps://.`)
    const mail = { url: 'https://mail.example.com', from: 'no-reply@example.com', secretFile: 'quoted' }
    const settings = write('settings.json', JSON.stringify({ mail }))
    refusal({ CONFIG_FILE: settings }, `${settings}: mail.secretFile: ${quoted} ${isQuoted}`)
  })

  it('are known to the advice on misspelled variables', () => {
    assert.deepEqual(adviseOnVariables({ SEALING_KEY_FILE: 'x' }), [])
    assert.deepEqual(adviseOnVariables({ SEALING_KEYFILE: 'x' }), [
      'SEALING_KEYFILE is not a setting; did you mean SEALING_KEY_FILE?',
    ])
  })
})
