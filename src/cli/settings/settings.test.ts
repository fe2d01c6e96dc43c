import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readVendorFile } from '../../backend/adapters/vendor-file.ts'
import { emptyHead } from '../../backend/domain/audit/chain.ts'
import { OPERATOR_ID } from '../../backend/domain/identity/tenants/account-tree.ts'
import { lockoutSetting } from '../../backend/domain/settings/lockout.ts'
import { applyVendorSettings } from '../../backend/domain/vendor-settings/apply.ts'
import { vendorFileText } from '../../backend/domain/vendor-settings/canonical.ts'
import { readStored } from '../../backend/domain/vendor-settings/stored.ts'
import { tenantIdOf } from '../../backend/sample/tenants.ts'
import { SAMPLE_FILE } from '../../backend/sample/vendor-settings.ts'
import { createMemoryStore } from '../../backend/store/memory.ts'
import { DuplicateError } from '../../backend/store/store.ts'
import { checkPairs, portsFor } from './settings-pairs.test-kit.ts'

const provider = (reference: string) => ({
  type: 'google',
  active: true,
  clientId: 'client',
  clientSecret: reference,
  customised: true,
  additionalScopes: [],
})
const withProvider = (reference: string) =>
  JSON.stringify({ socialProviders: { providers: [provider(reference)] } }, undefined, 2)

const read = (text: string, env: Record<string, string> = {}) => readVendorFile('vendor.json', text, env)

describe('front-entry.vendor.json', () => {
  it('is what settings pull writes after settings apply, in 300 random pairs, and changes nothing a second time', () =>
    checkPairs(createMemoryStore(), 300))

  it('of the demo is valid and contains no secret', () => {
    assert.equal(read(SAMPLE_FILE).secrets.size, 0)
  })

  it('returns a section that it no longer has to its defaults', async () => {
    const ports = portsFor(createMemoryStore())
    await applyVendorSettings(ports, read('{"lockoutPolicy":{"maxAttempts":7}}'))
    assert.deepEqual(await lockoutSetting.ofVendor(ports.store), { enabled: true, maxAttempts: 7 })
    const lines = await applyVendorSettings(ports, read('{}'))
    assert.deepEqual(lines, ['- lockoutPolicy.maxAttempts: 7'])
    assert.deepEqual(await lockoutSetting.ofVendor(ports.store), lockoutSetting.default)
  })

  it('that is applied at the same time as another leaves the settings of one of the two', async () => {
    const files = ['{"groups":{"enabled":false}}', '{"lockoutPolicy":{"maxAttempts":7}}']
    for (const before of ['{}', '{"captcha":{"enabled":false}}']) {
      const ports = portsFor(createMemoryStore())
      await applyVendorSettings(ports, read(before))
      await Promise.all(files.map((file) => applyVendorSettings(ports, read(file))))
      const found = JSON.stringify((await readStored(ports)).settings)
      assert.ok(files.includes(found), found)
    }
  })

  it('that the database refuses again and again is refused after some attempts', async () => {
    const ports = portsFor(createMemoryStore())
    let attempts = 0
    const transaction = async () => {
      attempts += 1
      throw attempts > 100 ? new Error('Never ends') : new DuplicateError()
    }
    const store = { ...ports.store, transaction }
    await assert.rejects(applyVendorSettings({ ...ports, store }, read('{"groups":{"enabled":false}}')), DuplicateError)
    assert.equal(attempts, 10)
  })

  it('changes nothing in a dry run, which reports what would change', async () => {
    const ports = portsFor(createMemoryStore())
    const lines = await applyVendorSettings(ports, read('{"groups":{"enabled":false}}'), { isDryRun: true })
    assert.deepEqual(lines, ['+ groups.enabled: false'])
    assert.deepEqual((await readStored(ports)).settings, {})
  })

  it('reads a secret from the file in a variable, and reports when its value is new', async () => {
    const ports = portsFor(createMemoryStore())
    const folder = mkdtempSync(join(tmpdir(), 'front-entry-'))
    try {
      const file = join(folder, 'secret')
      writeFileSync(file, ' from a file \n')
      await applyVendorSettings(ports, read(withProvider('env:GOOGLE'), { GOOGLE_FILE: file }))
      assert.deepEqual([...(await readStored(ports)).secrets.values()], ['from a file'])
      const lines = await applyVendorSettings(ports, read(withProvider('env:GOOGLE'), { GOOGLE: 'rotated\r' }))
      assert.deepEqual(lines, ['~ socialProviders.providers[0].clientSecret: new secret'])
      assert.deepEqual([...(await readStored(ports)).secrets.values()], ['rotated'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('of an older database has a reference in place of each secret, which is sealed when it is applied', async () => {
    const ports = portsFor(createMemoryStore())
    const value = JSON.stringify({ providers: [provider('plain secret')] })
    const row = { id: 'old', tenantId: null, kind: 'social-providers', value, createdAt: 0, updatedAt: 0 }
    await ports.store.policies.insert(row)
    const { settings, unreferenced } = await readStored(ports)
    assert.deepEqual(unreferenced, ['socialProviders.providers[0].clientSecret'])
    const text = vendorFileText(settings)
    assert.doesNotMatch(text, /plain secret/)
    const env = { SOCIALPROVIDERS_PROVIDERS_0_CLIENTSECRET: 'plain secret' }
    assert.equal((await applyVendorSettings(ports, read(text, env))).length, 1)
    assert.doesNotMatch(JSON.stringify(await ports.store.policies.list({})), /plain secret/)
    assert.deepEqual(await applyVendorSettings(ports, read(text, env)), [])
  })

  it('doesn’t change the policies of accounts', async () => {
    const ports = portsFor(createMemoryStore())
    const tenantId = tenantIdOf('acme')
    const row = { id: 'own', tenantId, kind: 'lockout', value: '{"maxAttempts":4}', createdAt: 0, updatedAt: 0 }
    await ports.store.policies.insert(row)
    await applyVendorSettings(ports, read('{"lockoutPolicy":{"maxAttempts":7}}'))
    await applyVendorSettings(ports, read('{}'))
    assert.deepEqual(await ports.store.policies.list({ tenantId }), [row])
  })

  it('writes a change into the audit log of the operator account, with no secret in it', async () => {
    const ports = portsFor(createMemoryStore())
    await ports.store.auditHeads.insert(emptyHead(OPERATOR_ID))
    const operator = { id: OPERATOR_ID, name: 'Operator', parentId: null, founderId: null, isReseller: true }
    const rest = { alias: null, hasCustomLogin: false, metadata: '{}', settings: '{}', createdAt: 0, updatedAt: 0 }
    await ports.store.tenants.insert({ ...operator, ...rest, suspendedAt: null })
    await applyVendorSettings(ports, read(withProvider('env:GOOGLE'), { GOOGLE: 'hidden value' }))
    await applyVendorSettings(ports, read(withProvider('env:GOOGLE'), { GOOGLE: 'hidden value' }))
    const rows = await ports.store.audits.list({ tenantId: OPERATOR_ID })
    assert.deepEqual(
      rows.map(({ action, description }) => [action, description]),
      [['Vendor settings changed', 'Changed the vendor settings: socialProviders']],
    )
    assert.doesNotMatch(JSON.stringify(rows), /hidden value/)
  })
})
