import { type ReactNode, useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import type { EventRow } from '../channels/channels.state.ts'
import type { WebhooksViewProps } from '../webhooks.actions.ts'

interface EventRowsProps<Row extends EventRow> extends Pick<WebhooksViewProps, 'state' | 'actions' | 't'> {
  rows: readonly Row[]
  /** Creates the row of an event that was just added. */
  newRow(eventKey: string): Row
  onChange(rows: readonly Row[]): void
  canRemove(row: Row): boolean
  /** Renders the destination of the event. */
  children(row: Row, edit: (patch: Partial<Row>) => void): ReactNode
}

const eventsOf = ({ state }: Pick<WebhooksViewProps, 'state'>) => state.categories.flatMap(({ events }) => events ?? [])

/** A list of events with their destinations and switches, and a control to add more. */
export const EventRows = <Row extends EventRow>(props: EventRowsProps<Row>) => {
  const { state, actions, t, rows, onChange, canRemove, children } = props
  const nameOf = (key: string) => eventsOf(props).find((event) => event.key === key)?.displayName ?? key
  const edit = (eventKey: string, patch: Partial<Row>) =>
    onChange(rows.map((row) => (row.eventKey === eventKey ? { ...row, ...patch } : row)))
  return (
    <div className="fe-webhooks-stack">
      {state.categories.length === 0 && (
        <Alert tone="danger">
          {t('eventsFailed')} <Button onClick={() => actions.loadEvents()}>{t('tryAgain')}</Button>
        </Alert>
      )}
      {rows.length === 0 && <p className="fe-webhooks-muted">{t('noChannelEvents')}</p>}
      {rows.map((row) => {
        const name = nameOf(row.eventKey)
        return (
          <fieldset key={row.eventKey} className="fe-webhooks-event">
            <legend>{name}</legend>
            {children(row, (patch) => edit(row.eventKey, patch))}
            <div className="fe-webhooks-head">
              <Switch
                label={t('eventOn')}
                checked={row.enabled}
                // The type of a generic row only guarantees this flag.
                onChange={(enabled) => edit(row.eventKey, { enabled } as Partial<Row>)}
              />
              {canRemove(row) && (
                <IconButton
                  icon="trash"
                  label={t('removeEvent', { name })}
                  onClick={() => onChange(rows.filter(({ eventKey }) => eventKey !== row.eventKey))}
                />
              )}
            </div>
          </fieldset>
        )
      })}
      <AddEvent {...props} />
    </div>
  )
}

const AddEvent = <Row extends EventRow>(props: EventRowsProps<Row>) => {
  const { t, rows, newRow, onChange } = props
  const [chosen, setChosen] = useState('')
  const free = eventsOf(props).filter(({ key }) => !rows.some(({ eventKey }) => eventKey === key))
  const options = free.map(({ key, displayName }) => ({ value: key, label: displayName }))
  const isFree = options.some(({ value }) => value === chosen)
  if (options.length === 0) return null
  return (
    <div className="fe-webhooks-secret">
      <Select
        label={t('addEventLabel')}
        value={isFree ? chosen : ''}
        options={[{ value: '', label: t('chooseEvent') }, ...options]}
        onChange={setChosen}
      />
      <Button disabled={!isFree} icon="plus" onClick={() => onChange([...rows, newRow(chosen)])}>
        {t('addEvent')}
      </Button>
    </div>
  )
}

interface ReadOnlyRowsProps extends Pick<WebhooksViewProps, 'state' | 't'> {
  rows: readonly (EventRow & { goesTo: string })[]
}

/** The events of a channel for a user who may not change them. */
export const ReadOnlyRows = ({ state, t, rows }: ReadOnlyRowsProps) => {
  if (rows.length === 0) return <p className="fe-webhooks-muted">{t('noChannelEvents')}</p>
  const events = state.categories.flatMap((category) => category.events ?? [])
  return (
    <ul className="fe-webhooks-channels">
      {rows.map(({ eventKey, enabled, goesTo }) => (
        <li key={eventKey} className="fe-webhooks-channel">
          <span className="fe-webhooks-lines fe-webhooks-key">
            <b>{events.find(({ key }) => key === eventKey)?.displayName ?? eventKey}</b>
            <span className="fe-webhooks-muted">{goesTo}</span>
          </span>
          <Badge dot tone={enabled ? 'success' : undefined}>
            {t(enabled ? 'active' : 'inactive')}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
