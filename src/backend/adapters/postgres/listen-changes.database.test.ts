import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startPostgres, type TemporaryPostgres } from '../../../testing/postgres.ts'
import type { Store } from '../../store/store.ts'
import { createRememberingStore } from '../remembering-store.ts'
import { listenForChanges } from './listen-changes.ts'
import { openPostgresStore } from './postgres-store.ts'

const aPolicy = (id: string, tenantId: string | null) => ({
  id,
  tenantId,
  kind: 'lockout',
  value: '{}',
  createdAt: 0,
  updatedAt: 0,
})

describe('Changes that another process makes', () => {
  let server: TemporaryPostgres
  let here: Store
  let elsewhere: Store
  let end: () => Promise<void>
  const noticed: (string | undefined)[] = []
  let wake = () => undefined as void

  /** Resolves when this is the last notice. */
  const notice = async (wanted: string | undefined) => {
    while (noticed.length === 0 || noticed.at(-1) !== wanted) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    noticed.length = 0
  }

  before(async () => {
    server = await startPostgres()
    here = await openPostgresStore(server.url)
    elsewhere = await openPostgresStore(server.url)
    end = listenForChanges(server.url, {
      onChange: (table) => {
        noticed.push(table)
        wake()
      },
    })
    await notice(undefined)
  })
  after(async () => {
    await end()
    await here.close()
    await elsewhere.close()
    await server.stop()
  })

  it('are noticed if the process caches the rows: permissions, and settings of the vendor', async () => {
    await elsewhere.policies.insert(aPolicy('vendors', null))
    await notice('policies')
    await elsewhere.policies.update({ id: 'vendors' }, { value: '{"enabled":false}' })
    await notice('policies')
    await elsewhere.policies.delete({ id: 'vendors' })
    await notice('policies')
    await elsewhere.permissions.delete({})
    await notice('permissions')
  })

  it('of an account are not sent, because no process remembers them', async () => {
    await elsewhere.policies.insert(aPolicy('accounts', 'acme'))
    await elsewhere.policies.update({ id: 'accounts' }, { value: '{"enabled":false}' })
    await elsewhere.policies.delete({ id: 'accounts' })
    await elsewhere.permissions.delete({})
    await notice('permissions')
    assert.deepEqual(noticed, [])
  })

  it('are read once they are noticed, however new the remembered rows are', async () => {
    const remembering = createRememberingStore(here, () => 0)
    const read = async () => (await remembering.perRequest(ports()).store.policies.find(vendors))?.value
    const ports = () => ({
      store: remembering.store,
      inLine: <Result>(_: string, task: () => Promise<Result>) => task(),
    })
    const vendors = { tenantId: null, kind: 'lockout' }
    await elsewhere.policies.insert({ ...aPolicy('vendors', null), value: '1' })
    await notice('policies')
    assert.equal(await read(), '1')
    await elsewhere.policies.update({ id: 'vendors' }, { value: '2' })
    await notice('policies')
    assert.equal(await read(), '1')
    remembering.forget()
    assert.equal(await read(), '2')
  })

  it('are noticed again after a lost connection, and rows that may be outdated are dropped', async () => {
    await elsewhere.executeSql?.(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'front-entry changes' and datname = current_database()",
    )
    await notice(undefined)
    await elsewhere.permissions.delete({})
    await notice('permissions')
  })
})
