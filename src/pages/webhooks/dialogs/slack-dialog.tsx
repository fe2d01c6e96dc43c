import { useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { type SlackFacts, type SlackRow, slackFault, slackRows } from '../channels/channels.state.ts'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import { EventRows, ReadOnlyRows } from './message-dialog.tsx'

type SlackProps = WebhooksViewProps & { facts: SlackFacts }

/** Connects a workspace, then sets which events are posted in which channels. */
export const SlackDialog = (props: WebhooksViewProps) => {
  const { slack } = props.state.channels
  if (slack.phase !== 'ready') return null
  const { value } = slack
  const may = props.state.viewer?.may
  if (value.teamName === null) return <ConnectDialog {...props} />
  if (may?.editSlack && may.changeSlack) return <SlackForm key={value.teamName} {...props} facts={value} />
  return <ReadDialog {...props} facts={value} />
}

const ConnectDialog = ({ state, actions, t }: WebhooksViewProps) => {
  const canConnect = state.viewer?.may.connectSlack && !state.missing.includes('slackApp')
  const footer = (
    <>
      <Button onClick={actions.closeDialog}>{t('cancel')}</Button>
      {canConnect && (
        <Button variant="primary" busy={state.saving} onClick={() => actions.connectSlack()}>
          {t('slackConnect')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open title={t('slackTitle')} description={t('slackNone')} onClose={actions.closeDialog} footer={footer}>
      {state.formError && <Alert tone="danger">{state.formError}</Alert>}
      {!canConnect && <Alert>{t('slackForbidden')}</Alert>}
    </Dialog>
  )
}

const channelNames = ({ channels }: SlackFacts, ids: readonly string[]): string =>
  ids.map((id) => `#${channels.find((channel) => channel.id === id)?.name ?? id}`).join(', ')

const ReadDialog = (props: SlackProps) => {
  const { actions, t, facts } = props
  const rows = slackRows(facts.subscriptions)
  return (
    <Dialog
      open
      title={t('slackTitle')}
      description={t('slackText', { team: facts.teamName ?? '' })}
      onClose={actions.closeDialog}
    >
      <ReadOnlyRows {...props} rows={rows.map((row) => ({ ...row, goesTo: channelNames(facts, row.channelIds) }))} />
    </Dialog>
  )
}

const SlackForm = (props: SlackProps) => {
  const { state, actions, t, facts } = props
  const stored = slackRows(facts.subscriptions)
  const [before] = useState(stored)
  const [rows, setRows] = useState<readonly SlackRow[]>(stored)
  const [isChecked, setChecked] = useState(false)
  const canRemove = state.viewer?.may.removeSlack
  const submit = () => {
    setChecked(true)
    return rows.some(slackFault) ? false : actions.saveSlack(rows)
  }
  const faultOf = (row: SlackRow) => {
    const fault = isChecked && slackFault(row)
    return fault ? t(fault) : undefined
  }
  return (
    <FormDialog
      open
      title={t('slackTitle')}
      description={t('slackText', { team: facts.teamName ?? '' })}
      submitLabel={t('edit')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(rows) !== JSON.stringify(before)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      {facts.problem && (
        <Alert tone="danger">
          {facts.problem} <Button onClick={() => actions.loadChannel('slack')}>{t('tryAgain')}</Button>
        </Alert>
      )}
      <EventRows<SlackRow>
        {...props}
        rows={rows}
        newRow={(eventKey) => ({ eventKey, enabled: true, channelIds: [] })}
        canRemove={({ eventKey }) => canRemove === true || !stored.some((row) => row.eventKey === eventKey)}
        onChange={setRows}
      >
        {(row, edit) => (
          <Field label={t('slackChannels')} error={faultOf(row)}>
            {(ids) => (
              <Combobox
                {...ids}
                options={optionsOf(facts, row)}
                values={row.channelIds}
                placeholder={t('slackChannelsPlaceholder')}
                onChange={(channelIds) => edit({ channelIds })}
              />
            )}
          </Field>
        )}
      </EventRows>
      <Disconnect {...props} />
    </FormDialog>
  )
}

/** Returns the channel options. Selected channels stay listed even if Slack no longer returns them. */
const optionsOf = ({ channels }: SlackFacts, { channelIds }: SlackRow) => {
  const gone = channelIds.filter((id) => !channels.some((channel) => channel.id === id))
  return [...channels, ...gone.map((id) => ({ id, name: id }))].map(({ id, name }) => ({
    value: id,
    label: `#${name}`,
  }))
}

const Disconnect = ({ state, actions, t, facts }: SlackProps) => {
  const [isAsking, setAsking] = useState(false)
  if (!state.viewer?.may.disconnectSlack || state.missing.includes('slackApp')) return null
  const team = facts.teamName ?? ''
  return (
    <div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('slackDisconnect')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('slackDisconnectTitle', { team })}
        text={t('slackDisconnectText')}
        cancelLabel={t('cancel')}
        confirmLabel={t('slackDisconnectConfirm', { team })}
        onClose={() => setAsking(false)}
        onConfirm={() => actions.disconnectSlack()}
      />
    </div>
  )
}
