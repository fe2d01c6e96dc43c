import type { accountAlias } from '../../contract/accounts.ts'
import type { SignedRequest } from '../call/auth.ts'
import { badRequest, conflict } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { recordLoginAlias } from '../domain/identity/members/record-changes.ts'
import { allowed, type Handlers } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

const READ_SETTINGS = 'fe.secure.read.accountSettings'
const WRITE_SETTINGS = 'fe.secure.write.accountSettings'

const aliasTaken = () => conflict('Another account uses this alias').as('taken')

/** A label of a host name (RFC 1035 §2.3.1), because apps read the alias from their sub-domain. */
const ALIAS = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const aliasOf = (value: unknown): string | null => {
  if (value === '') return null
  if (typeof value === 'string' && ALIAS.test(value)) return value
  throw badRequest('alias must have 1 to 63 lowercase letters, digits or hyphens')
}

const ownersOf = async ({ store }: Ports, alias: string | null): Promise<string[]> =>
  alias === null ? [] : (await store.tenants.list({ alias })).map(({ id }) => id)

const claim = async (call: SignedRequest, alias: string | null): Promise<void> => {
  const { ports } = call
  const { tenantId } = call.auth
  const isOthers = async () => (await ownersOf(ports, alias)).some((id) => id !== tenantId)
  const write = (from: string | null, to: string | null) =>
    ports.store.transaction(async (store) => {
      await store.tenants.update({ id: tenantId }, { alias: to, updatedAt: ports.clock.now() })
      await recordLoginAlias(call, store, to)
      await call.audit({
        inside: store,
        action: 'Account alias changed',
        resource: 'Account',
        description: 'Changed the login alias of the account',
        detail: beforeAndAfter({ alias: from }, { alias: to }),
      })
    })
  const before = (await ports.store.tenants.get(tenantId))?.alias ?? null
  if (await isOthers()) throw aliasTaken()
  await write(before, alias)
  // Two accounts may have written the alias at the same time; an account that finds both restores its previous alias.
  if (!(await isOthers())) return
  await write(alias, before)
  throw aliasTaken()
}

export const accountAliasHandlers = {
  getAccountAlias: allowed(READ_SETTINGS, async ({ ports, auth }) => ({
    alias: (await ports.store.tenants.get(auth.tenantId))?.alias ?? '',
  })),
  saveAccountAlias: allowed(WRITE_SETTINGS, async (call) => {
    const alias = aliasOf(call.body.alias)
    await claim(call, alias)
    return { alias: alias ?? '' }
  }),
} satisfies Handlers<typeof accountAlias>
