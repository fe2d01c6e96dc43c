import { type FormEvent, useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Textarea } from '../../../ui/textarea/textarea.tsx'
import { useUnsaved } from '../../../ui/unsaved/use-unsaved.ts'
import { partOf, type StepProps } from './setup.props.ts'

/** The values of the metadata, one by one. */
export const ByHand = (props: StepProps) => {
  const { connection, actions, s } = props
  const { ssoEndpoint, publicCertificate, signRequest } = connection
  const before = { ssoEndpoint, publicCertificate, signRequest }
  const [draft, setDraft] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'trust', 'fields')
  const edit = (patch: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...patch }))
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(before), () => setDraft(before))
  const problemOf = (value: string) => (isChecked && value.trim() === '' ? s('required') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (draft.ssoEndpoint.trim() && draft.publicCertificate.trim()) void actions.saveTrust(connection, draft)
  }
  return (
    <form noValidate onSubmit={submit}>
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
      <Switch
        label={s('signRequest')}
        hint={s('signRequestHint')}
        checked={draft.signRequest}
        onChange={(isOn) => edit({ signRequest: isOn })}
      />
      <div className="fe-sso-next">
        <Button type="submit" busy={busy}>
          {s('save')}
        </Button>
      </div>
    </form>
  )
}
