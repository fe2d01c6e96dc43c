import type { ConnectionFailure } from '../../../../entities/sso.ts'
import { Refusal } from '../../../call/refusal.ts'
import { UnusableProviderError } from '../../../ports/sso.ts'
import type { Ports } from '../../../ports.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { iso } from '../../base/wire/wire.ts'

type FailurePorts = Pick<Ports, 'clock' | 'random'> & { store: Collections }

/** A connection of single sign-on or of a directory. */
interface Owner {
  id: string
  tenantId: string
}

const WEEK_MS = 7 * 86_400_000
/** The maximum number of failures per week, because anyone can post a response that is refused. */
const MAX_FAILURES = 1_000
const MAX_SHOWN = 10
const MAX_REASON_LENGTH = 300

const sinceOf = ({ clock }: FailurePorts) => ({ gte: clock.now() - WEEK_MS })

export const failuresThisWeek = (ports: FailurePorts, { id }: Owner): Promise<number> =>
  ports.store.ssoFailures.count({ connectionId: id, createdAt: sinceOf(ports) })

/** Stores a failure and returns whether it was stored. */
export const rememberFailure = async (ports: FailurePorts, connection: Owner, reason: string): Promise<boolean> => {
  if ((await failuresThisWeek(ports, connection)) >= MAX_FAILURES) return false
  const { id: connectionId, tenantId } = connection
  const row = { id: ports.random.uuid(), connectionId, tenantId, reason: reason.slice(0, MAX_REASON_LENGTH) }
  await ports.store.ssoFailures.insert({ ...row, createdAt: ports.clock.now() })
  return true
}

/**
 * Stores a failure that repeats until its cause is fixed, with one row per reason. Returns whether the reason is new.
 */
export const noteFailure = async (ports: FailurePorts, connection: Owner, reason: string): Promise<boolean> => {
  const known = { connectionId: connection.id, reason: reason.slice(0, MAX_REASON_LENGTH) }
  const isKnown = (await ports.store.ssoFailures.update(known, { createdAt: ports.clock.now() })) > 0
  return !isKnown && rememberFailure(ports, connection, reason)
}

/** Returns the last failures of the week, newest first. */
export const lastFailures = async (ports: FailurePorts, { id }: Owner): Promise<ConnectionFailure[]> => {
  const { items } = await ports.store.ssoFailures.page({
    where: { connectionId: id, createdAt: sinceOf(ports) },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: MAX_SHOWN,
  })
  return items.map(({ reason, createdAt }) => ({ reason, at: iso(createdAt) }))
}

/** Refuses the sign-in if a provider can't be reached or used, which isn't the user's fault. */
export const unreachable = async (ports: Ports, connection: SsoConnectionRecord, error: unknown): Promise<never> => {
  if (error instanceof Refusal) throw error
  if (error instanceof UnusableProviderError) {
    await noteFailure(ports, connection, error.message)
    throw new Refusal(502, [error.message])
  }
  ports.log.warn('An identity provider could not be reached', error)
  throw new Refusal(502, ['We can’t reach your identity provider right now. Try again in a moment.'])
}
