import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import {
  type MessageChannel,
  type MessageRow,
  messageFault,
  messageRows,
  silentRecipients,
} from '../channels/channels.state.ts'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import { EventRows, ReadOnlyRows } from './event-rows.tsx'

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
