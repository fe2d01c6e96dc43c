import type { Caller } from '../../call/caller.ts'
import { Refusal } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { DirectoryConnectionRecord, DirectoryUserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { directoryAuth } from '../access/directory-owner.ts'
import type { DirectoryCall } from './directory-call.ts'
import { storedFactsOf } from './directory-facts.ts'
import { placeMember, planMemberChange, setDirectoryGroups } from './directory-members.ts'
import { assertMayJoinGroups, groupIdsOfUser } from './group-members.ts'

const BATCH = 500

/** A user whose membership is refused stays recorded, as the directory's next request about them is refused as well. */
const skipRefused = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error
}

const join = async (call: DirectoryCall, row: DirectoryUserRecord): Promise<void> => {
  const facts = storedFactsOf(row)
  if (!facts) return
  const groupIds = await groupIdsOfUser(call.ports.store, row.id)
  await assertMayJoinGroups(call, groupIds)
  const { plan, finish } = await placeMember(call, facts)
  await call.ports.store.transaction(async (store: Collections) => {
    const { member, isCreator } = await plan(store)
    await store.directoryUsers.update({ id: row.id }, { memberId: member.id, isCreator })
    await setDirectoryGroups(store, member, { add: groupIds, remove: [] })
  })
  await finish()
}

const refresh = async (call: DirectoryCall, row: DirectoryUserRecord): Promise<void> => {
  const { store } = call.ports
  const member = row.memberId === null ? undefined : await store.members.get(row.memberId)
  if (!member) return join(call, row)
  const facts = storedFactsOf(row)
  const change = facts && (await planMemberChange(call, member, facts))
  const recorded = await groupIdsOfUser(store, row.id)
  await assertMayJoinGroups(call, recorded)
  const all = (await store.directoryGroups.list({ connectionId: call.connection.id })).map(({ id }) => id)
  await store.transaction(async (inside) => {
    await change?.plan(inside)
    await setDirectoryGroups(inside, member, { add: recorded, remove: all.filter((id) => !recorded.includes(id)) })
  })
  await change?.finish()
}

/** Makes effective what a connection has recorded so far. */
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
  const where = { connectionId: connection.id }
  for (let offset = 0; ; offset += BATCH) {
    const { items } = await ports.store.directoryUsers.page({ where, offset, limit: BATCH })
    for (const row of items) await refresh(call, row).catch(skipRefused)
    if (items.length < BATCH) return
  }
}
