// `unit-of-work.test-kit.ts` runs this file as a separate process, which it kills. Its arguments are the folder or the URL
// of the database, and `check` to stop after checking.
import { fillPath } from '../../contract/path.ts'
import { roles as contract } from '../../contract/roles.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { chainLeftRows } from '../domain/audit/audits-last.ts'
import { verifyLog } from '../domain/audit/verify-log.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'

const [target = '', mode = 'write'] = process.argv.slice(2)
const LANES = 8

/**
 * Prints one fact per line. Node writes pipes synchronously, so the line is sent even if the process dies immediately
 * after.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Counts changes without a row, rows without a change or an event, and faults of the chain. */
const check = async ({ store, ports }: Kit) => {
  const rows = await store.audits.list({ tenantId: 'acme', resource: 'Roles' })
  rows.sort((left, right) => left.seq - right.seq)
  const logged = new Map<string, string | null>()
  for (const { detail } of rows) {
    const { roleId, after } = JSON.parse(detail)
    logged.set(roleId, after?.name ?? null)
  }
  const current = new Map((await store.roles.list({ tenantId: 'acme' })).map(({ id, name }) => [id, name]))
  const changes = [...current].filter(([id, name]) => id.length === UUID_LENGTH && logged.get(id) !== name).length
  const lost = [...logged].filter(([id, name]) => (current.get(id) ?? null) !== name).length
  const events = (await store.events.list({ tenantId: 'acme' })).filter(({ key }) => key.startsWith('frontegg.role.'))
  let problem: unknown = null
  for (let from: number | null = 0; from !== null && problem === null; ) {
    const part = await verifyLog(ports, 'acme', from)
    problem = part.problem
    from = part.next
  }
  return { rows: rows.length, changes, lost, events: Math.abs(events.length - rows.length), problem }
}

/** Roles of the sample have short ids and no row. */
const UUID_LENGTH = 36

const changeForEver = async (kit: Kit, token: string, lane: number) => {
  for (let at = 0; ; at++) {
    const body = { key: `${process.pid}.${lane}.${at}`, name: `Made ${lane} ${at}`, permissions: [] }
    const made = await kit.call('POST', contract.addRole.path, { token, body })
    const { method, path } = contract.updateRole
    const own = fillPath(path, { roleId: made.body.id })
    await kit.call(method, own, { token, body: { name: `Renamed ${lane} ${at}` } })
    if (at % 2 === 1) await kit.call('DELETE', own, { token })
    say('changed')
    // The event loop must turn, as it does between requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

try {
  const openStore = () => (target.startsWith('postgres') ? openPostgresStore(target) : openPgliteStore(target))
  const kit = await openKit(openStore, { isSampled: true, waitsForMails: false })
  if ((await kit.store.tenants.count({})) === 0) await kit.reset()
  await chainLeftRows(kit.store)
  say(`checked ${JSON.stringify(await check(kit))}`)
  if (mode === 'check') await kit.close()
  else {
    const { token } = await kit.signIn('ada@acme.test')
    await Promise.all(Array.from({ length: LANES }, (_, lane) => changeForEver(kit, token, lane)))
  }
} catch (error) {
  say(`error ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
