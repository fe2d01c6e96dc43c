import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { peopleMessages } from './people.messages.ts'
import css from './people-list.css'
import type { PeopleState, Person } from './people-search.ts'

export interface PeopleListProps {
  state: PeopleState
  onSearch(search: string): void
  onMore(): void
  /** Names to choose from: a box before each. */
  chosen?: ReadonlySet<string>
  onToggle?(person: Person, isChosen: boolean): void
  /** Already in, so not to be chosen; says why. */
  blocked?(person: Person): string | undefined
  /** What can be done to one of them. */
  action?(person: Person): ReactNode
  /** In place of "no one here yet". */
  none?: string
}

/** People of the account with a search that asks the server; to look at, or to choose from. */
export const PeopleList = (props: PeopleListProps) => {
  useSheet(css)
  const { state, onSearch } = props
  const t = useWords()
  return (
    <div className="fe-people">
      <SearchInput label={t('search')} value={state.search} onChange={onSearch} />
      <Body {...props} t={t} />
      <span className="fe-hidden" role="status">
        {state.phase === 'ready' ? t('total', { count: state.total }) : ''}
      </span>
    </div>
  )
}

type Words = ReturnType<typeof useWords>
const useWords = () => useLocale().translator.translatorFor(peopleMessages)

const Body = (props: PeopleListProps & { t: Words }) => {
  const { state, onSearch, onMore, none, t } = props
  const { phase, people, total, search, error } = state
  if (phase === 'failed')
    return (
      <Alert tone="danger" action={<Button onClick={() => onSearch(search)}>{t('retry')}</Button>}>
        {error}
      </Alert>
    )
  if (people.length === 0) {
    if (phase === 'loading') return <Skeleton height="160px" />
    return search ? (
      <EmptyState icon="search" title={t('noMatch')} />
    ) : (
      <EmptyState icon="users" title={none ?? t('none')} />
    )
  }
  return (
    <>
      <ul className="fe-people-rows" aria-busy={phase === 'loading'}>
        {people.map((person) => (
          <li key={person.id} className="fe-people-row">
            <Row {...props} person={person} />
          </li>
        ))}
      </ul>
      {people.length < total && (
        <Button busy={phase === 'loading'} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

const Row = ({ person, chosen, onToggle, blocked, action, t }: PeopleListProps & { person: Person; t: Words }) => {
  const reason = blocked?.(person)
  const name = person.name || person.email
  const face = (
    <span className="fe-people-who">
      <Avatar name={name} src={person.profilePictureUrl} />
      <span className="fe-people-lines">
        <Truncated text={name} />
        {(reason || person.name) && (
          <span className="fe-people-faint">
            <Truncated text={reason ?? person.email} />
          </span>
        )}
      </span>
    </span>
  )
  if (!chosen) {
    return (
      <>
        {face}
        {action?.(person)}
      </>
    )
  }
  return (
    <Checkbox
      className="fe-people-choice"
      label={face}
      aria-label={t('choose', { name })}
      disabled={reason !== undefined}
      checked={chosen.has(person.id)}
      onChange={(isChosen) => onToggle?.(person, isChosen)}
    />
  )
}
