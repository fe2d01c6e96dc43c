import type { FoundRecord, FoundRecords } from '../../../contract/search.ts'
import { isRecord, jsonText, parseJson } from '../../../kernel/safe-json.ts'
import type { KeyValue } from '../../../kernel/storage.ts'
import { RECENT_KEY } from '../../../kernel/storage.ts'

export type RecordKind = keyof FoundRecords

/** A page or record that was opened from the command bar. It has no picture, because a picture's URL may expire. */
export type RecentItem =
  | { kind: 'page'; id: string }
  | ({ kind: RecordKind } & Pick<FoundRecord, 'id' | 'name' | 'note'>)

/** The user who opened these items, and the account they belong to; other users of the same browser don't see them. */
interface RecentOwner {
  userId: string
  tenantId: string
}

const MAX_KEPT = 5
const KINDS: readonly unknown[] = ['page', 'users', 'groups', 'roles', 'accounts'] satisfies RecentItem['kind'][]

const isText = (value: unknown): value is string => typeof value === 'string'

/** The data is validated, because any script of the origin can write it. */
const isItem = (value: unknown): value is RecentItem =>
  isRecord(value) &&
  KINDS.includes(value.kind) &&
  isText(value.id) &&
  (value.kind === 'page' || isText(value.name)) &&
  (value.note === undefined || isText(value.note))

/** Returns a user's recent items by account; another user's items are ignored. */
const accountsOf = (local: KeyValue, userId: string): Record<string, unknown> => {
  const kept = parseJson(local.get(RECENT_KEY))
  return isRecord(kept) && kept.userId === userId && isRecord(kept.accounts) ? kept.accounts : {}
}

/** Returns the recent items, newest first. */
export const recentsOf = (local: KeyValue, { userId, tenantId }: RecentOwner): RecentItem[] => {
  const items = accountsOf(local, userId)[tenantId]
  return Array.isArray(items) ? items.filter(isItem).slice(0, MAX_KEPT) : []
}

/** Stores an item on this device, replacing items of another user. */
export const noteRecent = (local: KeyValue, owner: RecentOwner, item: RecentItem): void => {
  const others = recentsOf(local, owner).filter(({ kind, id }) => kind !== item.kind || id !== item.id)
  const accounts = { ...accountsOf(local, owner.userId), [owner.tenantId]: [item, ...others].slice(0, MAX_KEPT) }
  local.set(RECENT_KEY, jsonText({ userId: owner.userId, accounts }))
}
