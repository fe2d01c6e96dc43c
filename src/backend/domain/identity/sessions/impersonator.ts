import type { Caller } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'

export type Impersonator = Pick<UserRecord, 'id' | 'email' | 'name'>

/** Returns the user who acts in a session that impersonates another. */
export const impersonatorOf = async (
  { store }: Pick<Ports, 'store'>,
  { actorId }: Pick<SessionRecord, 'actorId'>,
): Promise<Impersonator | undefined> => {
  const actor = actorId === null ? undefined : await store.users.get(actorId)
  return actor && { id: actor.id, email: actor.email, name: actor.name }
}

/** Returns the caller with the name that audit rows show in addition to the user's. */
export const actingCaller = async (
  ports: Ports,
  caller: Caller,
  session: Pick<SessionRecord, 'actorId'>,
): Promise<Caller> => {
  const impersonator = await impersonatorOf(ports, session)
  return impersonator ? { ...caller, impersonator } : caller
}
