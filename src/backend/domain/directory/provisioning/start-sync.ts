import type { Caller } from '../../../call/caller.ts'
import { Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord, DirectoryUserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { directoryAuth } from '../../identity/access/directory-owner.ts'
import { lockTenant } from '../../identity/roles/administrators.ts'
import type { DirectoryCall } from './directory-call.ts'
import { storedFactsOf } from './directory-facts.ts'
import { placeMember, planMemberChange } from './directory-members.ts'
import { joinRecordedGroups } from './group-members.ts'

const BATCH = 500

/**
 * Ignores a refused membership. Its user stays recorded, and the directory's next request about them is refused as
 * well.
 */
const skipRefused = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error
}

/** Runs a change of one member after other changes of the account's groups have finished. */
const inLine = async (call: DirectoryCall, work: (store: Collections) => Promise<void>): Promise<void> => {
  const { store, clock } = call.ports
  await store.transaction(async (inside) => {
    await lockTenant(inside, call.connection.tenantId, clock.now())
    await work(inside)
  })
}

const join = async (call: DirectoryCall, row: DirectoryUserRecord): Promise<void> => {
  const facts = storedFactsOf(row)
  if (!facts) return
  const { plan, finish } = await placeMember(call, facts)
  await inLine(call, async (store) => {
    const { member, isCreator } = await plan(store)
    await store.directoryUsers.update({ id: row.id }, { memberId: member.id, isCreator })
    await joinRecordedGroups(store, call, { row, member })
  })
  await finish()
}

const refresh = async (call: DirectoryCall, row: DirectoryUserRecord): Promise<void> => {
  const { store } = call.ports
  const member = row.memberId === null ? undefined : await store.members.get(row.memberId)
  if (!member) return join(call, row)
  const facts = storedFactsOf(row)
  const change = facts && (await planMemberChange(call, member, facts))
  await inLine(call, async (inside) => {
    await change?.plan(inside)
    const all = await inside.directoryGroups.listFields({ connectionId: call.connection.id }, ['id'])
    await joinRecordedGroups(inside, call, { row, member, leaving: all.map(({ id }) => id) })
  })
  await change?.finish()
}

/** Applies everything that a connection has recorded so far. */
export const startSync = async ({
  ports,
  caller,
  connection,
}: {
  ports: Ports
  caller: Caller
  connection: DirectoryConnectionRecord
}): Promise<void> => {
  const call = { ports, caller, connection, auth: await directoryAuth(ports, connection) }
  // The grants are read here once, because the transactions below can't read them.
  await call.auth.grants()
  const where = { connectionId: connection.id }
  for (let offset = 0; ; offset += BATCH) {
    const { items } = await ports.store.directoryUsers.page({ where, offset, limit: BATCH })
    for (const row of items) await refresh(call, row).catch(skipRefused)
    if (items.length < BATCH) return
  }
}
