import { ancestorsOf, linksTo } from '../backend/domain/identity/tenants/account-tree.ts'
import { roleIdOf } from '../backend/sample/access.ts'
import { createSeeded, nameFrom } from '../backend/sample/seeded.ts'
import { userIdOf } from '../backend/sample/users.ts'
import { stableId } from '../backend/stable-id.ts'
import type { AccountLinkRecord, ApiTokenRecord, TenantRecord } from '../backend/store/records.ts'
import type { Store } from '../backend/store/store.ts'
import { BULK_TENANT_ID } from './bulk.ts'

const DAY = 86_400_000
const BATCH = 1_000

/** Children of each account; with 10,000 accounts the tree is six levels deep. */
const BRANCHING = 5

const parentAt = (at: number): number | undefined => (at < BRANCHING ? undefined : Math.floor(at / BRANCHING) - 1)

const accountId = (at: number): string => stableId(`scale account ${at}`)

/** Returns the ancestors of an account, nearest first, up to the tenant of `big@scale.test`. */
const ancestorsAt = (at: number): string[] => {
  const parent = parentAt(at)
  return parent === undefined ? [BULK_TENANT_ID] : [accountId(parent), ...ancestorsAt(parent)]
}

const accountAt = (at: number, now: number): TenantRecord => {
  const seeded = createSeeded(`scale account ${at}`)
  const { name } = nameFrom(seeded, new Set())
  const createdAt = now - seeded.between(0, 900 * DAY)
  return {
    id: accountId(at),
    name: `${name} ${at}`,
    parentId: ancestorsAt(at)[0] ?? BULK_TENANT_ID,
    founderId: null,
    isReseller: seeded.next() < 0.1,
    alias: null,
    hasCustomLogin: false,
    metadata: '{}',
    settings: '{}',
    suspendedAt: null,
    createdAt,
    updatedAt: createdAt,
  }
}

/**
 * Adds accounts below the tenant of `big@scale.test` up to this number; a repeated call continues where the last one
 * stopped.
 */
export const seedAccounts = async (store: Store, { accounts, now }: { accounts: number; now: number }) => {
  await store.tenants.update({ id: BULK_TENANT_ID }, { isReseller: true })
  const owner = userIdOf('big@scale.test')
  await store.members.update({ tenantId: BULK_TENANT_ID, userId: owner }, { subAccountAccess: true })
  const above = await ancestorsOf(store, BULK_TENANT_ID)
  for (let done = await store.accountLinks.count({ ancestorId: BULK_TENANT_ID }); done < accounts; ) {
    const size = Math.min(BATCH, accounts - done)
    const rows = Array.from({ length: size }, (_, at) => accountAt(done + at, now))
    const links = rows.flatMap((row, at): AccountLinkRecord[] => linksTo(row, [...ancestorsAt(done + at), ...above]))
    await store.transaction(async (inside) => {
      await inside.tenants.insertMany(rows)
      await inside.accountLinks.insertMany(links)
    })
    done += size
  }
  await store.optimize?.()
}

/** Gives the same tenant this many tokens. */
export const seedTokens = async (store: Store, { tokens, now }: { tokens: number; now: number }) => {
  const owner = userIdOf('big@scale.test')
  for (let done = await store.apiTokens.count({ tenantId: BULK_TENANT_ID, userId: null }); done < tokens; ) {
    const size = Math.min(BATCH, tokens - done)
    const rows = Array.from({ length: size }, (_, at): ApiTokenRecord => {
      const id = stableId(`scale token ${done + at}`)
      const createdAt = now - (done + at) * 60_000
      return {
        id,
        tenantId: BULK_TENANT_ID,
        userId: null,
        kind: 'ClientCredentials',
        secretHash: `nothing hashes to this ${id}`,
        description: `Service ${done + at}`,
        roleIds: JSON.stringify([roleIdOf('member')]),
        createdByUserId: owner,
        guarantorId: owner,
        createdAt,
        expiresAt: at % 3 === 0 ? null : createdAt + 365 * DAY,
        lastUsedAt: null,
        lastIpAddress: null,
      }
    })
    await store.apiTokens.insertMany(rows)
    done += size
  }
  await store.optimize?.()
}
