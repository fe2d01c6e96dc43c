import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { providerTexts } from '../sso.providers.ts'
import { SamlForm, type SamlProps } from './saml-form.tsx'

/** Sets how sign-ins start, and shows the values that the provider needs from us. */
export const SignInCard = (props: SamlProps) => {
  const { connection, actions, s, m, keys } = props
  const { idpEntityId = '', allowIdpInitiated = false } = connection.details ?? {}
  const { signRequest, acsUrl, spEntityId } = connection
  const draft = useDraft({ idpEntityId, allowIdpInitiated, signRequest })
  const { values, edit } = draft
  const submit = () => {
    void actions.saveSignIn(connection, { ...values, idpEntityId: values.idpEntityId.trim() })
  }
  const { provider } = providerTexts(connection.type, s)
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
      <SamlForm
        card={props}
        subject="sign-in"
        title="signInTitle"
        saveLabel="saveSignIn"
        draft={draft}
        onSubmit={submit}
      >
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
      </SamlForm>
    </Card>
  )
}
