import type { Member } from '../../../../contract/additions.ts'
import type { Translate } from '../../../../feature/messages.ts'
import { breathe } from '../../../../kernel/breathe.ts'
import { messageOf } from '../../../../kernel/errors.ts'
import { saveCsv } from '../../../../parts/csv/save-csv.ts'
import { FACTOR_TEXT, STATUS_TEXT } from '../../users.columns.tsx'
import type { UsersContext } from '../../users.context.ts'
import type { UsersTexts } from '../../users.messages.ts'
import { toMembersQuery, toWireQuery } from '../../users.query.ts'
import { factorOf, statusOf } from '../../users.rows.ts'
import { jobAdvanced, jobFinished, jobStarted, noticed } from '../../users.state.ts'

const PAGE = 200

type Words = Translate<UsersTexts>

const headOf = (t: Words): string[] => [
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

const rowOf = (user: Member, t: Words): string[] => [
  user.name,
  user.email,
  t(STATUS_TEXT[statusOf(user)]),
  (user.roles ?? []).map(({ name }) => name).join('; '),
  (user.groups ?? []).map(({ name }) => name ?? '').join('; '),
  t(FACTOR_TEXT[factorOf(user)]),
  isoOf(user.lastLogin),
  isoOf(user.createdAt),
]

const fetchPage = ({ api, get }: UsersContext, page: number) => {
  const query = { ...get().query, page, size: PAGE }
  return get().extras.filters
    ? api.additions.listMembers({ query: toMembersQuery(query) })
    : api.users.listUsersV2({ query: toWireQuery(query) })
}

/** Everybody who matches search and filters, page by page; it can be stopped, and then nothing is saved. */
export const exportPeople = async (context: UsersContext, t: Words): Promise<void> => {
  const { apply, get } = context
  const rows: string[][] = []
  apply(jobStarted('export', 1))
  try {
    for (let page = 0, pages = 1; page < pages; page++) {
      const answer = await fetchPage(context, page)
      if (get().job?.phase !== 'running') return apply((state) => ({ ...state, job: undefined }))
      pages = answer._metadata.totalPages
      rows.push(...answer.items.map((user: Member) => rowOf(user, t)))
      apply(
        (state) => (state.job ? { ...state, job: { ...state.job, total: Math.max(1, pages) } } : state),
        jobAdvanced(),
      )
      await breathe()
    }
    saveCsv('users.csv', [headOf(t), ...rows])
    apply(jobFinished, (state) => ({ ...state, job: undefined }), noticed('exported', { count: rows.length }))
  } catch (error) {
    apply(
      (state) => ({ ...state, job: undefined }),
      noticed('failed', { name: t('exportAction'), reason: messageOf(error) }),
    )
  }
}
