import type { ReactNode } from 'react'
import { nameOfUser } from '../../rules/user-name.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { UserSummary } from '../user-summary/user-summary.tsx'
import css from './user-list.css'
import { userPickerMessages } from './user-picker.messages.ts'
import type { FoundUser, UsersFound } from './user-search.ts'

interface UserListProps {
  state: UsersFound
  onSearch(search: string): void
  onMore(): void
  /** Ids of the selected users. If set, each row has a checkbox. */
  chosen?: ReadonlySet<string>
  onToggle?(user: FoundUser, isChosen: boolean): void
  /** The dialog around the list focuses its search first. */
  autoFocus?: boolean
  /** Returns the reason a user can't be selected. */
  blocked?(user: FoundUser): string | undefined
  /** Renders a control beside each user. */
  action?(user: FoundUser): ReactNode
  /** Text of the empty list. */
  none?: string
}

/** Users of the account, searched on the server, to view or to select from. */
export const UserList = (props: UserListProps) => {
  useSheet(css)
  const { state, onSearch } = props
  const t = useUserTexts()
  return (
    <div className="fe-user-list">
      <SearchInput label={t('search')} value={state.search} onChange={onSearch} autoFocus={props.autoFocus} />
      <Body {...props} t={t} />
      <span className="fe-hidden" role="status">
        {state.phase === 'ready' ? t('total', { count: state.total }) : ''}
      </span>
    </div>
  )
}

type Texts = ReturnType<typeof useUserTexts>
const useUserTexts = () => useLocale().translator.translatorFor(userPickerMessages)

const Body = (props: UserListProps & { t: Texts }) => {
  const { state, onSearch, onMore, none, t } = props
  const { phase, users, total, search, error } = state
  if (phase === 'failed')
    return (
      <Alert tone="danger" action={<Button onClick={() => onSearch(search)}>{t('retry')}</Button>}>
        {error}
      </Alert>
    )
  if (users.length === 0) {
    if (phase === 'loading') return <Skeleton height="160px" />
    return search ? (
      <EmptyState icon="search" title={t('noMatch')} />
    ) : (
      <EmptyState icon="users" title={none ?? t('none')} />
    )
  }
  return (
    <>
      <ul className="fe-user-list-rows" aria-busy={phase === 'loading'}>
        {users.map((user) => (
          <li key={user.id} className="fe-user-list-row">
            <Row {...props} user={user} />
          </li>
        ))}
      </ul>
      {users.length < total && (
        <Button busy={phase === 'loading'} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

const Row = ({ user, chosen, onToggle, blocked, action, t }: UserListProps & { user: FoundUser; t: Texts }) => {
  const reason = blocked?.(user)
  const summary = <UserSummary user={user} note={reason} />
  if (!chosen) {
    return (
      <>
        {summary}
        {action?.(user)}
      </>
    )
  }
  return (
    <Checkbox
      className="fe-user-list-choice"
      label={summary}
      aria-label={t('choose', { name: nameOfUser(user) })}
      disabled={reason !== undefined}
      checked={chosen.has(user.id)}
      onChange={(isChosen) => onToggle?.(user, isChosen)}
    />
  )
}
