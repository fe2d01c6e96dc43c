import type { EventCategory } from '../../../entities/connectivity.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import type { WebhooksViewProps } from '../webhooks.props.ts'

interface EventChoiceProps extends WebhooksViewProps {
  chosen: readonly string[]
  error: string | undefined
  onChange(keys: readonly string[]): void
}

/** Events by category; selecting a category selects all of its events. */
export const EventChoice = (props: EventChoiceProps) => {
  const { state, actions, t, error } = props
  const errorId = useUiId()
  return (
    <fieldset className="fe-webhooks-events" aria-describedby={error ? errorId : undefined}>
      <legend>{t('eventsInputLabel')}</legend>
      <p id={errorId} className="fe-webhooks-error" aria-live="polite">
        {error}
      </p>
      {state.categories.length === 0 && (
        <Alert tone="danger">
          {t('eventsFailed')} <Button onClick={() => actions.loadEvents()}>{t('tryAgain')}</Button>
        </Alert>
      )}
      {state.categories.map((category) => (
        <Category key={category.id} {...props} category={category} />
      ))}
    </fieldset>
  )
}

const Category = ({ category, chosen, error, onChange }: EventChoiceProps & { category: EventCategory }) => {
  const events = category.events ?? []
  const keys = events.map(({ key }) => key)
  const count = keys.filter((key) => chosen.includes(key)).length
  const without = (some: readonly string[]) => chosen.filter((key) => !some.includes(key))
  return (
    <div className="fe-webhooks-category">
      <Checkbox
        label={<b>{category.name}</b>}
        checked={count > 0 && count === keys.length}
        mixed={count > 0 && count < keys.length}
        aria-invalid={error ? true : undefined}
        onChange={(isOn) => onChange(isOn ? [...without(keys), ...keys] : without(keys))}
      />
      <ul className="fe-webhooks-list">
        {events.map(({ key, displayName, description }) => (
          <li key={key}>
            <Checkbox
              label={displayName}
              hint={description}
              checked={chosen.includes(key)}
              onChange={(isOn) => onChange(isOn ? [...chosen, key] : without([key]))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
