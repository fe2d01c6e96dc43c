import { type ReactNode, useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import {
  type EventRow,
  type MessageChannel,
  type MessageRow,
  messageFault,
  messageRows,
  silentRecipients,
} from '../channels/channels.state.ts'
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

interface MessageDialogProps extends WebhooksViewProps {
  channel: MessageChannel
}

/** Sets which events are sent to whom, by email or text message. */
export const MessageDialog = (props: MessageDialogProps) => {
  const { state, actions, t, channel } = props
  const may = state.viewer?.may
  const loaded = state.channels[channel]
  const stored = loaded.phase === 'ready' ? messageRows(loaded.value) : []
  const isEditor = channel === 'email' ? may?.editEmail : may?.editSms
  const title = t(`${channel}Title`)
  if (isEditor) return <MessageForm {...props} stored={stored} />
  return (
    <Dialog open title={title} description={t(`${channel}Text`)} onClose={actions.closeDialog}>
      <ReadOnlyRows {...props} rows={stored.map((row) => ({ ...row, goesTo: row.recipients }))} />
    </Dialog>
  )
}

const MessageForm = (props: MessageDialogProps & { stored: readonly MessageRow[] }) => {
  const { state, actions, t, channel, stored } = props
  const [before] = useState(stored)
  const [rows, setRows] = useState(stored)
  const [isChecked, setChecked] = useState(false)
  const may = state.viewer?.may
  const canRemove = channel === 'email' ? may?.removeEmail : may?.removeSms
  const submit = () => {
    setChecked(true)
    return rows.some((row) => messageFault(channel, row)) ? false : actions.saveMessages(channel, rows)
  }
  const faultOf = (row: MessageRow) => {
    const fault = isChecked && messageFault(channel, row)
    return fault ? t(fault) : undefined
  }
  return (
    <FormDialog
      open
      title={t(`${channel}Title`)}
      description={t(`${channel}Text`)}
      submitLabel={t('edit')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(rows) !== JSON.stringify(before)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <EventRows<MessageRow>
        {...props}
        rows={rows}
        newRow={(eventKey) => ({ eventKey, enabled: true, recipients: '' })}
        canRemove={({ eventKey }) => canRemove === true || !stored.some((row) => row.eventKey === eventKey)}
        onChange={setRows}
      >
        {(row, edit) => (
          <>
            <Field label={t(`${channel}Recipients`)} hint={t('recipientsHint')} error={faultOf(row)}>
              {(ids) => (
                <TextInput
                  {...ids}
                  name="recipients"
                  autoComplete="off"
                  maxLength={5_000}
                  value={row.recipients}
                  onChange={(event) => edit({ recipients: event.target.value })}
                />
              )}
            </Field>
            <SilentRecipients {...props} typed={row.recipients} />
          </>
        )}
      </EventRows>
    </FormDialog>
  )
}

interface SilentRecipientsProps extends Pick<WebhooksViewProps, 'state' | 'actions' | 't'> {
  channel: MessageChannel
  typed: string
}

/** Recipients of an event who receive nothing yet, or no longer. */
const SilentRecipients = ({ state, actions, t, channel, typed }: SilentRecipientsProps) => {
  const silent = silentRecipients(channel, state.recipients[channel], typed)
  if (silent.length === 0) return null
  return (
    <ul className="fe-webhooks-silent">
      {silent.map(({ id, target, state: agreed }) => (
        <li key={id}>
          <span className="fe-webhooks-lines">
            <span className="fe-webhooks-key">{target}</span>
            <span className="fe-webhooks-muted">
              {t(agreed === 'pending' ? 'recipientWaiting' : 'recipientStopped')}
            </span>
          </span>
          {agreed === 'pending' && (
            <Button
              disabled={state.saving}
              aria-label={t('resendConfirmationTo', { name: target })}
              onClick={() => actions.requestConfirmation(channel, id)}
            >
              {t('resendConfirmation')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
