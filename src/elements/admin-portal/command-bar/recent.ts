import type { FoundRecord, FoundRecords } from '../../../contract/additions/record-search.ts'
import { RECENT_KEY } from '../../../kernel/recent-key.ts'
import { isRecord, parseJson } from '../../../kernel/safe-json.ts'
import type { KeyValue } from '../../../kernel/storage.ts'

export type RecordKind = keyof FoundRecords

/** A page or a record that was opened from the command bar. A picture is not kept: its URL may end. */
export type RecentItem =
  | { kind: 'page'; id: string }
  | ({ kind: RecordKind } & Pick<FoundRecord, 'id' | 'name' | 'note'>)

/** Whose: what one user opened is shown to no other, and only in the account it belongs to. */
interface RecentOwner {
  userId: string
  tenantId: string
}

const MAX_KEPT = 5
const KINDS: readonly unknown[] = ['page', 'users', 'groups', 'roles', 'accounts'] satisfies RecentItem['kind'][]

const isText = (value: unknown): value is string => typeof value === 'string'

/** Any script of the origin can write there. */
const isItem = (value: unknown): value is RecentItem =>
  isRecord(value) &&
  KINDS.includes(value.kind) &&
  isText(value.id) &&
  (value.kind === 'page' || isText(value.name)) &&
  (value.note === undefined || isText(value.note))

/** The recent items of a user by account; those of another user count as none. */
const accountsOf = (local: KeyValue, userId: string): Record<string, unknown> => {
  const kept = parseJson(local.get(RECENT_KEY))
  return isRecord(kept) && kept.userId === userId && isRecord(kept.accounts) ? kept.accounts : {}
}

/** Newest first. */
export const recentsOf = (local: KeyValue, { userId, tenantId }: RecentOwner): RecentItem[] => {
  const items = accountsOf(local, userId)[tenantId]
  return Array.isArray(items) ? items.filter(isItem).slice(0, MAX_KEPT) : []
}

/** Keeps an item on this device; it replaces what another user left there. */
export const noteRecent = (local: KeyValue, owner: RecentOwner, item: RecentItem): void => {
  const others = recentsOf(local, owner).filter(({ kind, id }) => kind !== item.kind || id !== item.id)
  const accounts = { ...accountsOf(local, owner.userId), [owner.tenantId]: [item, ...others].slice(0, MAX_KEPT) }
  local.set(RECENT_KEY, JSON.stringify({ userId: owner.userId, accounts }))
}
