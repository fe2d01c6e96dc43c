import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createMemoryStore } from '../../store/memory.ts'
import { ALL_SETTINGS } from './all-settings.ts'
import { lockoutSetting } from './lockout.ts'

const settings = Object.entries(ALL_SETTINGS)

/** Malformed values inside of fields, and of fields that have no default. */
const MALFORMED: readonly [kind: keyof typeof ALL_SETTINGS, field: string, value: unknown][] = [
  ['auth-strategies', 'mainAuthStrategies', [{ strategy: 'Guess' }]],
  ['billing', 'plans', [{ id: 'one', name: 'One', description: '', price: { currency: 'eur', amount: '1' } }]],
  ['billing', 'seller', { name: 'Acme' }],
  ['billing', 'trialEnd', 'never'],
  ['custom-social-providers', 'providers', [{ id: 'one' }]],
  ['email-domains', 'listType', 'MAYBE'],
  ['entitlements', 'plans', [{ id: 'one', includes: ['a'], limits: [{ feature: 'a' }] }]],
  ['entitlements', 'plans', [{ id: 'one', includes: ['a'], rules: [{ conditionLogic: 'and', conditions: [1] }] }]],
  ['feature-flags', 'any', true],
  ['mfa', 'enforceMFAType', 'Sometimes'],
  ['mfa-strategies', 'strategies', [{ strategy: 'SMS' }]],
  ['plan', 'extras', [{ feature: 'one', expireTime: null }]],
  ['portal-metadata', 'theme', []],
  ['sessions', 'sessionTimeoutConfiguration', { isActive: true }],
  ['social-providers', 'providers', [{ type: 'elsewhere' }]],
]

describe('a setting', () => {
  for (const [kind, setting] of settings) {
    it(`${kind} has its default where nothing is stored, and in each field that is not stored`, async () => {
      assert.equal(setting.kind, kind)
      assert.deepEqual(await setting.ofVendor(createMemoryStore()), setting.default)
      assert.deepEqual(setting.parse('{}'), setting.default)
      assert.deepEqual(setting.parse(JSON.stringify(setting.default)), setting.default)
    })

    it(`${kind} refuses a malformed text, and names itself and the field`, () => {
      assert.throws(() => setting.parse('{'), { message: `The setting ${kind} is not JSON` })
      for (const text of ['null', '[]', '"text"', '1']) {
        const message = `The setting ${kind} is malformed: not an object`
        assert.throws(() => setting.parse(text), { message })
      }
      for (const [field, value] of Object.entries(setting.default)) {
        const other = typeof value === 'string' ? 1 : 'text'
        const message = `The setting ${kind} is malformed: ${field}`
        assert.throws(() => setting.parse(JSON.stringify({ [field]: value === null ? true : other })), { message })
      }
    })
  }

  it('is the same for each account whether one or many are read', async () => {
    const store = createMemoryStore()
    const ports = { store, clock: { now: () => 0 }, random: { uuid: () => crypto.randomUUID() } }
    const ids = ['acme', 'globex']
    const assertSame = async () => {
      for (const [id, value] of await lockoutSetting.ofMany(store, ids))
        assert.deepEqual(value, await lockoutSetting.of(store, id))
    }
    await assertSame()
    await lockoutSetting.save(ports, 'acme', { enabled: true, maxAttempts: 9 })
    await assertSame()
    await lockoutSetting.save(ports, null, { enabled: true, maxAttempts: 6 })
    await assertSame()
    assert.deepEqual([...(await lockoutSetting.ofMany(store, ids)).keys()], ids)
  })

  it('is checked inside of its fields', () => {
    for (const [kind, field, value] of MALFORMED) {
      const message = `The setting ${kind} is malformed: ${field}`
      assert.throws(() => ALL_SETTINGS[kind].parse(JSON.stringify({ [field]: value })), { message })
    }
  })

  it('keeps fields of another version, and conditions in groups of groups', () => {
    const rule = { attribute: 'a', op: 'is', value: { string: 'b' }, negate: false }
    const group = { conditionLogic: 'or', conditions: [rule, { conditionLogic: 'and', conditions: [rule] }] }
    const plans = [{ id: 'one', includes: [], rules: [{ ...group, treatment: 'true' }], later: 1 }]
    const stored = { features: [], plans, later: [1] }
    assert.deepEqual(ALL_SETTINGS.entitlements.parse(JSON.stringify(stored)), stored)
  })

  it('that is malformed refuses to be read; neither the default nor the vendor’s value replaces it', async () => {
    const store = createMemoryStore()
    const row = { id: 'one', tenantId: 'acme', kind: 'lockout', value: '{"enabled":"no"}', createdAt: 0, updatedAt: 0 }
    await store.policies.insert(row)
    const message = 'The setting lockout is malformed: enabled'
    await assert.rejects(lockoutSetting.of(store, 'acme'), { message })
    await assert.rejects(lockoutSetting.shown(store, 'acme'), { message })
    assert.deepEqual(await lockoutSetting.ofVendor(store), lockoutSetting.default)
  })

  it('refuses a field of a wrong type in a change, including null, and reads a change without fields', () => {
    for (const [kind, field] of [
      ['groups', 'enabled'],
      ['groups', 'rolesEnabled'],
      ['invite-links', 'tenantInvitationsAllowed'],
    ] as const) {
      const setting = ALL_SETTINGS[kind]
      assert.deepEqual(setting.changes({ [field]: false }), { [field]: false })
      for (const value of [null, 'yes', 0])
        assert.throws(() => setting.changes({ [field]: value }), { errors: [`${field} must be true or false`] })
    }
    assert.deepEqual(ALL_SETTINGS.groups.changes({}), {})
  })

  it('has rows that no other code reads, except the query that runs before the store is open, and the cache', () => {
    const files = ['backend', 'serve', 'cli', 'preview'].flatMap((folder) =>
      readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.ts$/.test(file) && !/\.(test|suite|prove|test-kit)\.ts$|^prove\//.test(file))
        .map((file) => `src/${folder}/${file}`),
    )
    assert.ok(files.length > 500)
    const reads = [
      /\bpolicies\.(find|get|list|count)\(/,
      /\bfrom policies\b/,
      /name: 'policies'/,
      /\{[^}]*\bpolicies\b[^}]*\}(: (Store|Collections)| = .*\bstore\b)/,
    ]
    const readers = files.filter((file) => {
      const code = readFileSync(file, 'utf8')
      return reads.some((read) => read.test(code))
    })
    assert.deepEqual(readers.sort(), [
      'src/backend/adapters/postgres/inspect-database.ts',
      'src/backend/adapters/remembering-store.ts',
      'src/backend/domain/settings/setting.ts',
      'src/backend/domain/settings/vendor-rows.ts',
    ])
  })
})
