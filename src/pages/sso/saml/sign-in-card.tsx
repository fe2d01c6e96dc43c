import type { FormEvent } from 'react'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { partOf } from '../setup/setup.props.ts'
import { PROVIDER_NAMES } from '../sso.providers.ts'
import type { SamlProps } from './saml.props.ts'

/** How sign-ins start, and what the provider must know of us. */
export const SignInCard = (props: SamlProps) => {
  const { connection, actions, s, m, canEdit, keys } = props
  const { idpEntityId = '', allowIdpInitiated = false } = connection.details ?? {}
  const { signRequest, acsUrl, spEntityId } = connection
  const { values, isDirty, edit } = useDraft({ idpEntityId, allowIdpInitiated, signRequest })
  const { busy, error } = partOf(props, 'saml', 'sign-in')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void actions.saveSignIn(connection, { ...values, idpEntityId: values.idpEntityId.trim() })
  }
  const provider = PROVIDER_NAMES[connection.type]
  return (
    <Card title={m('signInTitle')} text={m('signInText', { provider })}>
      <CopyValues
        values={[
          { label: m('entityId'), value: spEntityId },
          { label: m('acsUrl'), value: acsUrl },
          { label: m('metadataUrl'), value: keys.metadataUrl },
        ]}
        copyLabel={(name) => s('copy', { name })}
      />
      {keys.metadataUrl && (
        <p>
          <a href={keys.metadataUrl} target="_blank" rel="noreferrer" download="metadata.xml">
            {m('downloadMetadata')}
          </a>
        </p>
      )}
      <form className="fe-sso-form" noValidate onSubmit={submit}>
        {error && <Alert tone="danger">{error}</Alert>}
        <fieldset className="fe-sso-fields" disabled={!canEdit}>
          <legend className="fe-hidden">{m('signInTitle')}</legend>
          <Field label={s('idpEntityId')} hint={m('idpEntityIdHint')}>
            {(ids) => (
              <TextInput
                {...ids}
                name="idpEntityId"
                autoComplete="off"
                maxLength={500}
                value={values.idpEntityId}
                onChange={(event) => edit({ idpEntityId: event.target.value })}
              />
            )}
          </Field>
          <Switch
            label={m('idpInitiated')}
            hint={m('idpInitiatedHint', { provider })}
            checked={values.allowIdpInitiated}
            onChange={(isOn) => edit({ allowIdpInitiated: isOn })}
          />
          <Switch
            label={s('signRequest')}
            hint={s('signRequestHint')}
            checked={values.signRequest}
            onChange={(isOn) => edit({ signRequest: isOn })}
          />
        </fieldset>
        {canEdit && (
          <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} busy={busy} aria-label={m('saveSignIn')}>
            {s('save')}
          </Button>
        )}
      </form>
    </Card>
  )
}
