import { useEffect, useState } from 'react'
import { useTexts } from '../../../feature/feature-context.tsx'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { SECOND_FACTOR_CONTEXTS } from '../../../rules/saml-step-up.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import type { StepProps } from '../sso.actions.ts'
import { providerTexts } from '../sso.providers.ts'
import { isOidc } from '../sso.state.ts'
import { AttributesCard } from './attributes-card.tsx'
import { ClaimsCard, ClientAuthenticationCard } from './claims-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { LogoutCard } from './logout-card.tsx'
import { samlMessages } from './saml.messages.ts'
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

/** Limit of the backend, in seconds. */
const MAX_SECONDS = 300

/** Sets how far the provider's clock may be off; absent where the backend doesn't have the setting. */
const ClockCard = (props: SamlProps) => {
  const { options } = props
  return options.clockToleranceSeconds === undefined ? null : (
    <Clock {...props} seconds={options.clockToleranceSeconds} />
  )
}

const Clock = (props: SamlProps & { seconds: number }) => {
  const { connection, actions, s, m, seconds } = props
  const draft = useDraft({ seconds: String(seconds) })
  const [isChecked, setChecked] = useState(false)
  const { values, edit } = draft
  const typed = values.seconds.trim()
  const isWrong = !/^\d{1,3}$/.test(typed) || Number(typed) > MAX_SECONDS
  const submit = () => {
    setChecked(true)
    if (!isWrong) void actions.saveSamlOptions(connection, 'clock', { clockToleranceSeconds: Number(typed) })
  }
  return (
    <Card title={m('clockTitle')} text={m('clockText', providerTexts(connection.type, s))}>
      <SamlForm card={props} subject="clock" title="clockTitle" saveLabel="saveClock" draft={draft} onSubmit={submit}>
        <Field
          label={m('clockSeconds')}
          hint={m('clockHint')}
          error={isChecked && isWrong ? m('clockRequired', { max: MAX_SECONDS }) : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              name="clockToleranceSeconds"
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={values.seconds}
              onChange={(event) => edit({ seconds: event.target.value })}
            />
          )}
        </Field>
      </SamlForm>
    </Card>
  )
}

/** Settings of a connection besides plain sign-ins. */
export const SamlSettings = (props: StepProps) => {
  const { connection, state, actions } = props
  const m = useTexts(samlMessages)
  const { saml } = state
  const { loadSaml } = actions
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each connection, not after each of its changes
  useEffect(() => void loadSaml(connection), [connection.id, loadSaml])
  if (saml?.phase === 'failed') {
    return (
      <Alert
        tone="danger"
        title={m('failed')}
        action={<Button onClick={() => void loadSaml(connection)}>{m('retry')}</Button>}
      >
        {saml.error}
      </Alert>
    )
  }
  if (saml?.connectionId !== connection.id || !saml.options || !saml.keys) {
    return (
      <div role="status" aria-label={m('loading')}>
        <Skeleton height="240px" />
      </div>
    )
  }
  return <Cards {...props} m={m} options={saml.options} keys={saml.keys} />
}

const Cards = (props: SamlProps) => (isOidc(props.connection) ? <OidcCards {...props} /> : <SamlCards {...props} />)

const OidcCards = (props: SamlProps) => (
  <>
    <ClaimsCard {...props} />
    <ClientAuthenticationCard {...props} />
    <LogoutCard {...props} />
  </>
)

const SamlCards = (props: SamlProps) => (
  <>
    <SignInCard {...props} />
    <AttributesCard {...props} />
    <KeysCard {...props} />
    <ClockCard {...props} />
    <LogoutCard {...props} />
    <StepUpCard {...props} />
  </>
)

/** Values that the provider must return when a user verifies a second factor there. */
const StepUpCard = ({ connection, s, m }: SamlProps) => (
  <Card title={m('stepUpTitle')} text={m('stepUpText', providerTexts(connection.type, s))}>
    <CopyValues
      values={Object.keys(SECOND_FACTOR_CONTEXTS).map((value, index) => ({
        label: m('context', { number: index + 1 }),
        value,
      }))}
      copyLabel={(name) => s('copy', { name })}
    />
  </Card>
)
