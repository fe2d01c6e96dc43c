import type { Member } from '../../contract/users.ts'
import type { Translate } from '../../i18n/messages.ts'
import { breathe } from '../../kernel/breathe.ts'
import { saveCsv } from '../../parts/csv/save-csv.ts'
import { fetchUsers, type UsersContext } from './users.calls.ts'
import { FACTOR_TEXT, STATUS_TEXT } from './users.columns.tsx'
import { factorOf, statusOf } from './users.member.ts'
import type { UsersTexts } from './users.messages.ts'
import { jobAdvanced, jobStarted, MAX_SELECTED } from './users.state.ts'

const PAGE_SIZE = 200

type Texts = Translate<UsersTexts>

const headOf = (t: Texts): string[] => [
  t('userHeader'),
  t('detailEmail'),
  t('statusHeader'),
  t('rolesHeader'),
  t('groupsHeader'),
  t('factorHeader'),
  t('lastSeenHeader'),
  t('joinedHeader'),
]

const isoOf = (at: Member['lastLogin']): string => (at ? new Date(at).toISOString() : '')

const rowOf = (user: Member, t: Texts): string[] => [
  user.name,
  user.email,
  t(STATUS_TEXT[statusOf(user)]),
  (user.roles ?? []).map(({ name }) => name).join('; '),
  (user.groups ?? []).map(({ name }) => name ?? '').join('; '),
  t(FACTOR_TEXT[factorOf(user)]),
  isoOf(user.lastLogin),
  isoOf(user.createdAt),
]

/** Downloads a file of these users. */
export const saveUsers = (users: readonly Member[], t: Texts): void =>
  saveCsv('users.csv', [headOf(t), ...users.map((user) => rowOf(user, t))])

/** Exports all users that match search and filters, page by page. If it is stopped, nothing is saved. */
export const exportUsers = async (context: UsersContext, t: Texts): Promise<void> => {
  const { apply, change, get, notify, failWith } = context
  const rows: string[][] = []
  const drop = () => apply((state) => ({ ...state, job: undefined }))
  apply(jobStarted('export', 1))
  try {
    for (let page = 0, pages = 1; page < pages; page++) {
      const { items, totalPages } = await fetchUsers(context, { ...get().list.query, page, size: PAGE_SIZE })
      if (get().job?.phase !== 'running') return drop()
      pages = totalPages
      rows.push(...items.map((user) => rowOf(user, t)))
      change(({ job }) => {
        if (job) job.total = Math.max(1, pages)
      })
      apply(jobAdvanced())
      await breathe()
    }
    saveCsv('users.csv', [headOf(t), ...rows])
    drop()
    notify('exported', { count: rows.length })
  } catch (error) {
    drop()
    failWith('exportFailed', { name: '', error, retry: () => exportUsers(context, t) })
  }
}

/**
 * Selects users that match search and filters on every page, up to a limit. If it is stopped, the selection doesn't
 * change.
 */
export const selectAll = async (context: UsersContext): Promise<void> => {
  const { apply, change, get, failWith } = context
  const found: Member[] = []
  const { query } = get().list
  const drop = () => apply((state) => ({ ...state, job: undefined }))
  apply(jobStarted('select', 1))
  try {
    for (let page = 0, pages = 1; page < pages && found.length < MAX_SELECTED; page++) {
      const { items, totalPages } = await fetchUsers(context, { ...query, page, size: PAGE_SIZE })
      // The list now has another query.
      if (get().job?.phase !== 'running' || get().list.query !== query) return drop()
      pages = Math.min(totalPages, Math.ceil(MAX_SELECTED / PAGE_SIZE))
      found.push(...items)
      change(({ job }) => {
        if (job) job.total = Math.max(1, pages)
      })
      apply(jobAdvanced())
      await breathe()
    }
    drop()
    apply((state) => ({
      ...state,
      everyone: found,
      list: { ...state.list, selected: state.list.rows.map(({ id }) => id) },
    }))
  } catch (error) {
    drop()
    failWith('selectFailed', { name: '', error, retry: () => selectAll(context) })
  }
}
