import { useState } from 'react'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { providerTexts } from '../sso.providers.ts'
import { SamlForm, type SamlProps } from './saml-form.tsx'

/** Limit of the backend, in seconds. */
const MAX_SECONDS = 300

/** Sets how far the provider's clock may be off; absent where the backend doesn't have the setting. */
export const ClockCard = (props: SamlProps) => {
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
