import { type FormEvent, useState } from 'react'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { LazyPart } from '../../../parts/lazy-part/lazy-part.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Textarea } from '../../../ui/textarea/textarea.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { partOf, type StepProps } from '../setup.props.ts'

/** Loads the certificate parser when the first certificate is typed. */
const loadCertificates = () =>
  loadChunk(() => import('./typed-certificates.tsx')).then(({ TypedCertificates }) => TypedCertificates)

/** Fields for the metadata values, one by one. */
export const ByHand = (props: StepProps) => {
  const { connection, actions, s } = props
  const { ssoEndpoint, publicCertificate, signRequest } = connection
  const { values: draft, edit } = useDraft({ ssoEndpoint, publicCertificate, signRequest })
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'trust', 'fields')
  const problemOf = (value: string) => (isChecked && value.trim() === '' ? s('required') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (draft.ssoEndpoint.trim() && draft.publicCertificate.trim()) void actions.saveTrust(connection, draft)
  }
  return (
    <form className="fe-sso-form" noValidate onSubmit={submit}>
      {error && <Alert tone="danger">{error}</Alert>}
      <Field label={s('ssoEndpoint')} error={problemOf(draft.ssoEndpoint)}>
        {(ids) => (
          <TextInput
            {...ids}
            name="ssoEndpoint"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            value={draft.ssoEndpoint}
            onChange={(event) => edit({ ssoEndpoint: event.target.value })}
          />
        )}
      </Field>
      <Field label={s('certificate')} hint={s('certificateHint')} error={problemOf(draft.publicCertificate)}>
        {(ids) => (
          <Textarea
            {...ids}
            name="publicCertificate"
            spellCheck={false}
            value={draft.publicCertificate}
            onChange={(event) => edit({ publicCertificate: event.target.value })}
          />
        )}
      </Field>
      {draft.publicCertificate !== publicCertificate && (
        <LazyPart load={loadCertificates} props={{ text: draft.publicCertificate, s }} />
      )}
      <Switch
        label={s('signRequest')}
        hint={s('signRequestHint')}
        checked={draft.signRequest}
        onChange={(isOn) => edit({ signRequest: isOn })}
      />
      <Button type="submit" busy={busy}>
        {s('save')}
      </Button>
    </form>
  )
}
