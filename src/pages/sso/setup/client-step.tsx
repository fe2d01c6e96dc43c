import { type FormEvent, useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { PasswordInput } from '../../../ui/password-input/password-input.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { partOf, type StepProps } from '../sso.actions.ts'
import { providerTexts } from '../sso.providers.ts'
import { hasTrust } from '../sso.state.ts'

/** The client that the provider registered for this application. */
export const ClientStep = (props: StepProps) => {
  const { connection, s, canEdit } = props
  return (
    <>
      {hasTrust(connection) && <Alert tone="success">{s('trustDone', { endpoint: connection.ssoEndpoint })}</Alert>}
      {canEdit && (
        <Card title={s('trustTitle', providerTexts('oidc', s))}>
          <ClientForm {...props} />
        </Card>
      )}
    </>
  )
}

const ClientForm = (props: StepProps) => {
  const { connection, actions, s } = props
  const { ssoEndpoint, oidcClientId } = connection
  const { values: draft, edit, reset } = useDraft({ ssoEndpoint, oidcClientId, oidcSecret: '' })
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'trust', 'fields')
  const problemOf = (value: string) => (isChecked && value.trim() === '' ? s('required') : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const { oidcSecret, ...rest } = draft
    const body = { ...rest, ...(oidcSecret && { oidcSecret }) }
    if (!draft.ssoEndpoint.trim() || !draft.oidcClientId.trim()) return
    // A stored secret isn't shown, so its field is emptied here.
    if (await actions.saveTrust(connection, body)) reset()
  }
  return (
    <form className="fe-sso-form" noValidate onSubmit={(event) => void submit(event)}>
      {error && <Alert tone="danger">{error}</Alert>}
      <Field label={s('issuer')} hint={s('issuerHint')} error={problemOf(draft.ssoEndpoint)}>
        {(ids) => (
          <TextInput
            {...ids}
            name="issuer"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            value={draft.ssoEndpoint}
            onChange={(event) => edit({ ssoEndpoint: event.target.value })}
          />
        )}
      </Field>
      <Field label={s('clientId')} error={problemOf(draft.oidcClientId)}>
        {(ids) => (
          <TextInput
            {...ids}
            name="clientId"
            autoComplete="off"
            maxLength={500}
            value={draft.oidcClientId}
            onChange={(event) => edit({ oidcClientId: event.target.value })}
          />
        )}
      </Field>
      <Field label={s('clientSecret')} hint={s(connection.details?.hasSecret ? 'clientSecretKept' : 'clientSecretNew')}>
        {(ids) => (
          <PasswordInput
            {...ids}
            name="clientSecret"
            autoComplete="off"
            maxLength={2000}
            value={draft.oidcSecret}
            onChange={(event) => edit({ oidcSecret: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" variant={hasTrust(connection) ? 'secondary' : 'primary'} busy={busy}>
        {s('save')}
      </Button>
    </form>
  )
}
