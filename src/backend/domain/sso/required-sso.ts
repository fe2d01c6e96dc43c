import { domainOf } from '../../../rules/email.ts'
import type { SsoConnectionRecord, SsoDomainRecord, SsoSetupRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { idsOf } from '../roles/grants.ts'
import { jsonOf } from '../wire/wire.ts'
import { isReady } from './ready.ts'

export type SsoStore = Pick<Collections, 'ssoDomains' | 'ssoConnections' | 'ssoSetups'>

/** What decides whether an account requires single sign-on; `domains` are verified ones. */
export interface SsoRows {
  domains: readonly Pick<SsoDomainRecord, 'connectionId' | 'domain'>[]
  connections: readonly SsoConnectionRecord[]
  setups: readonly Pick<SsoSetupRecord, 'id' | 'enforced' | 'exemptUserIds' | 'test' | 'lastSignInAt'>[]
}

/** Connections that a user must sign in through, by their ids; none when any way of signing in will do. */
export type Required = (user: Pick<UserRecord, 'id' | 'email'>) => readonly string[]

export const requirementOf = ({ domains, connections, setups }: SsoRows): Required => {
  const open = new Set(connections.filter(isReady).map(({ id }) => id))
  const exempt = new Map(
    setups.flatMap(({ id, enforced, exemptUserIds }) => (enforced ? [[id, new Set(idsOf(exemptUserIds))]] : [])),
  )
  return ({ id, email }) => {
    const domain = domainOf(email)
    const ids = domains
      .filter((one) => one.domain === domain && open.has(one.connectionId))
      .map(({ connectionId }) => connectionId)
    const isFree = ids.every((connectionId) => exempt.get(connectionId)?.has(id) ?? true)
    return isFree ? [] : ids
  }
}

export const ssoRowsOf = async (store: SsoStore, tenantId: string): Promise<SsoRows> => {
  const [domains, connections, setups] = await Promise.all([
    store.ssoDomains.list({ tenantId, validated: true }),
    store.ssoConnections.list({ tenantId }),
    store.ssoSetups.list({ tenantId }),
  ])
  return { domains, connections, setups }
}

/** Whether a sign-in by the connection worked with its current settings, as a test or for real. */
const hasWorked = ({ updatedAt }: SsoConnectionRecord, setup: SsoRows['setups'][number] | undefined): boolean =>
  setup !== undefined &&
  (jsonOf(setup.test).status === 'passed' || (setup.lastSignInAt !== null && setup.lastSignInAt > updatedAt))

/** Ids of the connections that the lockout guard counts as a way to sign in. */
export const workingConnections = ({ connections, setups }: SsoRows): ReadonlySet<string> =>
  new Set(
    connections
      .filter((connection) =>
        hasWorked(
          connection,
          setups.find(({ id }) => id === connection.id),
        ),
      )
      .map(({ id }) => id),
  )
