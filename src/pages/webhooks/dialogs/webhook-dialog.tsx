import { type ReactNode, useState } from 'react'
import type { EventCategory } from '../../../entities/connectivity.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Field, type FieldIds } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import {
  type DraftFault,
  draftFaults,
  draftOf,
  type ListedWebhook,
  newSecret,
  pausedText,
  type WebhookDraft,
} from '../webhooks.state.ts'

interface WebhookDialogProps extends WebhooksViewProps {
  webhook: ListedWebhook | undefined
}

/** Creates or edits a webhook. Its secret is shown only while it is new; later it can be rotated. */
export const WebhookDialog = (props: WebhookDialogProps) => {
  const { state, actions, t, webhook } = props
  const [before] = useState(() => draftOf(webhook))
  const [draft, setDraft] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const edit = (patch: Partial<WebhookDraft>) => setDraft((now) => ({ ...now, ...patch }))
  const faults = draftFaults(draft, !webhook)
  const paused = webhook && pausedText(webhook, t, state.viewer?.tenantName ?? '')
  const fault = (key: DraftFault | undefined) => (isChecked && key ? t(key) : undefined)
  const submit = () => {
    setChecked(true)
    if (Object.values(faults).some(Boolean)) return false
    return actions.save(webhook, draft)
  }
  return (
    <FormDialog
      open
      title={webhook ? t('editTitle', { name: webhook.name }) : t('addTitle')}
      submitLabel={webhook ? t('edit') : t('create')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      {paused && <Alert tone="warning">{paused}</Alert>}
      <Text
        label={t('nameInputLabel')}
        error={fault(faults.name)}
        input={{ name: 'displayName', maxLength: 100, autoFocus: true }}
        value={draft.displayName}
        onChange={(displayName) => edit({ displayName })}
      />
      <Text
        label={t('urlInputLabel')}
        hint={t('urlHint')}
        error={fault(faults.url)}
        input={{ name: 'url', maxLength: 2_000, placeholder: t('urlInputPlaceholder') }}
        value={draft.url}
        onChange={(url) => edit({ url })}
      />
      <Text
        label={t('descriptionLabel')}
        input={{ name: 'description', maxLength: 500 }}
        value={draft.description}
        onChange={(description) => edit({ description })}
      />
      {!webhook && (
        <Field label={t('secretKeyInputLabel')} hint={t('secretHint')} error={fault(faults.secret)}>
          {(ids) => <Secret ids={ids} t={t} value={draft.secret} onChange={(secret) => edit({ secret })} />}
        </Field>
      )}
      <EventChoice
        {...props}
        chosen={draft.eventKeys}
        error={fault(faults.events)}
        onChange={(eventKeys) => edit({ eventKeys })}
      />
      <Switch
        label={t('activeLabel')}
        hint={t('activeHint')}
        checked={draft.isActive}
        onChange={(isActive) => edit({ isActive })}
      />
    </FormDialog>
  )
}

interface TextProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  input: { name: string; maxLength: number; placeholder?: string; autoFocus?: boolean }
  value: string
  onChange(value: string): void
}

const Text = ({ label, hint, error, input: { autoFocus, ...input }, value, onChange }: TextProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => (
      <TextInput
        {...ids}
        {...input}
        autoComplete="off"
        data-autofocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

interface SecretProps extends Pick<WebhooksViewProps, 't'> {
  ids: FieldIds
  value: string
  onChange(value: string): void
}

const Secret = ({ ids, t, value, onChange }: SecretProps) => (
  <span className="fe-webhooks-secret">
    <TextInput
      {...ids}
      name="secret"
      autoComplete="off"
      spellCheck={false}
      maxLength={256}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    <CopyButton size="m" text={value} label={t('copySecret')} />
    <Button onClick={() => onChange(newSecret())}>{t('generate')}</Button>
  </span>
)

interface EventChoiceProps extends WebhooksViewProps {
  chosen: readonly string[]
  error: string | undefined
  onChange(keys: readonly string[]): void
}

/** Events by category; selecting a category selects all of its events. */
const EventChoice = (props: EventChoiceProps) => {
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
