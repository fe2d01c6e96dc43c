import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPgliteStore } from '../../backend/adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../../backend/adapters/postgres/postgres-store.ts'
import type { Store } from '../../backend/store/store.ts'
import { scriptArguments } from '../../testing/child-script.ts'
import { temporaryData } from '../../testing/pglite.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { aTenantRecord } from '../../testing/records.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const at = { createdAt: 1, updatedAt: 1 }

/** Runs the command as an operator does; its input is closed, so a question would end it. */
const unlock = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, scriptArguments(MAIN, 'unlock', ...args), {
      env: { ...process.env, DATABASE_URL: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => {
      said.out += text
    })
    child.stderr.on('data', (text) => {
      said.err += text
    })
    child.on('close', (code) => resolve({ code, ...said }))
  })

const policy = (tenantId: string, kind: string, value: object) => ({
  id: `${tenantId} ${kind}`,
  tenantId,
  kind,
  value: JSON.stringify(value),
  ...at,
})

const DOMAINS = { active: true, listType: 'ALLOW', blockPublicDomains: true }

const SETUP = {
  name: '',
  metadataUrl: '',
  enabledAt: 1,
  lastSignInAt: null,
  exemptUserIds: '[]',
  updatesRoles: false,
  metadataWarnings: '[]',
  test: '',
}

/** Creates two accounts that lock out as many users as they can. */
const lockBoth = async (store: Store) => {
  for (const id of ['acme', 'globex']) {
    await store.tenants.insert(aTenantRecord({ id, name: id === 'acme' ? 'Acme' : 'Globex', alias: `${id}-alias` }))
    await store.ipConfigs.insert({ id, isActive: true, strategy: 'ALLOW', revision: 'r', ...at })
    await store.policies.insert(policy(id, 'mfa', { enforceMFAType: 'Force' }))
    await store.policies.insert(policy(id, 'email-domains', DOMAINS))
    const rule = { id: `${id} rule`, tenantId: id, type: 'ALLOW', domain: 'acme.test', createdAt: 1 } as const
    await store.domainRules.insert(rule)
    await store.ssoSetups.insert({ ...SETUP, id: `${id} sso`, tenantId: id, enforced: true, ...at })
  }
}

const stateOf = async (store: Store, tenantId: string) => {
  const values = await store.policies.list({ tenantId })
  const policyValue = (kind: string) => JSON.parse(values.find((record) => record.kind === kind)?.value ?? '{}')
  return {
    ips: (await store.ipConfigs.get(tenantId))?.isActive,
    mfa: policyValue('mfa').enforceMFAType,
    domains: policyValue('email-domains'),
    sso: await store.ssoSetups.count({ tenantId, enforced: true }),
    rules: await store.domainRules.count({ tenantId }),
    audits: (await store.audits.list({ tenantId })).map(({ email, userId, severity }) => [email, userId, severity]),
  }
}

const LOCKED = { ips: true, mfa: 'Force', domains: DOMAINS, sso: 1, rules: 1, audits: [] }
const LIFTED = {
  ips: false,
  mfa: 'DontForce',
  domains: { ...DOMAINS, active: false },
  sso: 0,
  rules: 1,
  audits: Array(4).fill(['console', 'console', 'High']),
}

const assertLifts = async (env: Record<string, string>, open: () => Promise<Store>) => {
  const before = await open()
  await lockBoth(before)
  await before.close()
  const { code, out, err } = await unlock(env, '--tenant', 'acme')
  assert.deepEqual([code, err], [0, ''])
  for (const name of [
    'IP restrictions',
    'the required second factor',
    'email domain restrictions',
    'the required single sign-on',
  ]) {
    assert.match(out, new RegExp(`Turned off ${name}\\.`))
  }
  const again = await unlock(env, '--tenant', 'acme-alias')
  assert.equal(again.code, 0)
  assert.match(again.out, /No restriction was on/)
  const unknown = await unlock(env, '--tenant', 'initech')
  assert.deepEqual([unknown.code, unknown.err], [1, 'There is no account with the ID or alias initech.\n'])
  const store = await open()
  assert.deepEqual(await stateOf(store, 'acme'), LIFTED)
  assert.deepEqual(await stateOf(store, 'globex'), LOCKED)
  return store
}

describe('The unlock command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unlock-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('lifts the restrictions of one account in a data folder, and asks to stop a server that uses it', async (test) => {
    const dataDir = await temporaryData()
    test.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const env = { DATA_DIR: dataDir }
    const store = await assertLifts(env, () => openPgliteStore(dataDir))
    const busy = await unlock(env, '--tenant', 'globex')
    assert.equal(busy.code, 1)
    assert.match(busy.err, /is in use by process \d+; stop it/)
    await store.close()
  })

  it('lifts the restrictions of one account on PostgreSQL', async () => {
    const server = await startPostgres()
    after(() => server.stop())
    const env = { DATABASE_URL: server.url, DATA_DIR: join(folder, 'unused') }
    const store = await assertLifts(env, () => openPostgresStore(server.url))
    await store.close()
  })

  it('creates no database if none exists, and reports what is missing', async () => {
    const missing = await unlock({ DATA_DIR: join(folder, 'nowhere') }, '--tenant', 'acme')
    assert.equal(missing.code, 1)
    assert.match(missing.err, /There is no database in .*nowhere/)
    const unnamed = await unlock({})
    assert.deepEqual([unnamed.code, unnamed.out], [1, ''])
    assert.match(unnamed.err, /npm run unlock -- --tenant/)
  })
})
