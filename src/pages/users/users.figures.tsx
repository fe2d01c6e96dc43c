import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { figuresOf, filterOf, isChosen } from './figures.ts'
import type { UsersViewProps } from './users.props.ts'

const isPending = ({ list, missing }: UsersViewProps['state']): boolean =>
  list.phase === 'first' && !missing.includes('getMemberFigures')

/** A placeholder of the figures' height, so that the list doesn't move when they arrive. */
const Placeholder = () => (
  <div className="fe-users-stats" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <Skeleton key={place} width="160px" height="32px" />
    ))}
  </div>
)

/** Figures of the account. Each one filters the list to the users it counts. */
export const Figures = ({ state, actions, t }: Pick<UsersViewProps, 'state' | 'actions' | 't'>) => {
  const figures = figuresOf(state)
  const { query } = state.list
  if (figures.length === 0) return isPending(state) ? <Placeholder /> : null
  return (
    <fieldset className="fe-users-stats" aria-label={t('statsLabel')}>
      {figures.map((figure) => (
        <button
          key={figure.id}
          type="button"
          className="fe-users-stat"
          aria-pressed={isChosen(query, figure)}
          onClick={() => actions.change(filterOf(query, figure))}
        >
          {t(figure.id, { count: figure.count })}
        </button>
      ))}
    </fieldset>
  )
}
