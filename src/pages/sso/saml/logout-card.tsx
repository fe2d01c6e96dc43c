import { type FormEvent, useState } from 'react'
import type { SamlOptions } from '../../../entities/sso.ts'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { partOf } from '../setup/setup.props.ts'
import { PROVIDER_NAMES } from '../sso.providers.ts'
import type { SamlProps } from './saml.props.ts'

/** Signing out here and at the provider at once; without a URL it is off. */
export const LogoutCard = (props: SamlProps) => {
  const { connection, actions, s, m, canEdit, options, keys } = props
  const { logoutUrl, logoutBinding } = options
  const { values, isDirty, edit } = useDraft({ isOn: logoutUrl !== '', logoutUrl, logoutBinding })
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'saml', 'logout')
  const url = values.logoutUrl.trim()
  const isWrong = values.isOn && !URL.canParse(url)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const body: Partial<SamlOptions> = { logoutUrl: values.isOn ? url : '', logoutBinding: values.logoutBinding }
    if (!isWrong) void actions.saveSamlOptions(connection, 'logout', body)
  }
  return (
    <Card title={m('logoutTitle')} text={m('logoutText', { provider: PROVIDER_NAMES[connection.type] })}>
      <CopyValues
        values={[{ label: m('ourLogoutUrl'), value: keys.logoutUrl }]}
        copyLabel={(name) => s('copy', { name })}
      />
      <form className="fe-sso-form" noValidate onSubmit={submit}>
        {error && <Alert tone="danger">{error}</Alert>}
        <fieldset className="fe-sso-fields" disabled={!canEdit}>
          <legend className="fe-hidden">{m('logoutTitle')}</legend>
          <Switch label={m('logoutOn')} checked={values.isOn} onChange={(isOn) => edit({ isOn })} />
          {values.isOn && (
            <>
              <Field
                label={m('logoutUrl')}
                hint={m('logoutUrlHint')}
                error={isChecked && isWrong ? s('urlRequired') : undefined}
              >
                {(ids) => (
                  <TextInput
                    {...ids}
                    name="logoutUrl"
                    inputMode="url"
                    autoComplete="off"
                    maxLength={2000}
                    value={values.logoutUrl}
                    onChange={(event) => edit({ logoutUrl: event.target.value })}
                  />
                )}
              </Field>
              <Field label={m('logoutBinding')}>
                {({ id, describedBy }) => (
                  <Select
                    id={id}
                    describedBy={describedBy}
                    name="logoutBinding"
                    value={values.logoutBinding}
                    onChange={(binding) => edit({ logoutBinding: binding })}
                    options={[
                      { value: 'redirect', label: 'HTTP-Redirect' },
                      { value: 'post', label: 'HTTP-POST' },
                    ]}
                  />
                )}
              </Field>
            </>
          )}
        </fieldset>
        {canEdit && (
          <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} busy={busy} aria-label={m('saveLogout')}>
            {s('save')}
          </Button>
        )}
      </form>
    </Card>
  )
}
