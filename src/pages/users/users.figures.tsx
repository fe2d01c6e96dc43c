import { figuresOf, filterOf, isChosen } from './figures.ts'
import type { UsersViewProps } from './users.props.ts'

/** The account in figures; each filters the list to what it counts. */
export const Figures = ({ state, actions, t }: Pick<UsersViewProps, 'state' | 'actions' | 't'>) => {
  const figures = figuresOf(state)
  const { query } = state.list
  if (figures.length === 0) return null
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
