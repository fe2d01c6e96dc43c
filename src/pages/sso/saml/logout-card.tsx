import { useState } from 'react'
import type { SamlOptions } from '../../../entities/sso.ts'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { providerTexts } from '../sso.providers.ts'
import { isOidc } from '../sso.state.ts'
import { SamlForm, type SamlProps } from './saml-form.tsx'

const OIDC_TEXTS = { text: 'oidcLogoutText', ours: 'postLogoutUrl', hint: 'endSessionHint' } as const
const SAML_TEXTS = { text: 'logoutText', ours: 'ourLogoutUrl', hint: 'logoutUrlHint' } as const

/** Signs users out here and at the provider at once; off without a URL. */
export const LogoutCard = (props: SamlProps) => {
  const { connection, actions, s, m, options, keys } = props
  const { logoutUrl, logoutBinding, offeredLogout } = options
  const draft = useDraft({ isOn: logoutUrl !== '', logoutUrl, logoutBinding })
  const [isChecked, setChecked] = useState(false)
  const { values, edit } = draft
  const isOpenId = isOidc(connection)
  const texts = isOpenId ? OIDC_TEXTS : SAML_TEXTS
  const ours = isOpenId ? keys.postLogoutUrl : keys.logoutUrl
  const url = values.logoutUrl.trim()
  const isWrong = values.isOn && !URL.canParse(url)
  const submit = () => {
    setChecked(true)
    const body: Partial<SamlOptions> = { logoutUrl: values.isOn ? url : '', logoutBinding: values.logoutBinding }
    if (!isWrong) void actions.saveSamlOptions(connection, 'logout', body)
  }
  /** Turning it on suggests the URL from the provider's metadata. */
  const turn = (isOn: boolean) => {
    const isOffered = isOn && values.logoutUrl === '' && offeredLogout
    edit({ isOn, ...(isOffered && { logoutUrl: offeredLogout.url, logoutBinding: offeredLogout.binding }) })
  }
  return (
    <Card title={m('logoutTitle')} text={m(texts.text, providerTexts(connection.type, s))}>
      {ours && (
        <CopyValues values={[{ label: m(texts.ours), value: ours }]} copyLabel={(name) => s('copy', { name })} />
      )}
      <SamlForm
        card={props}
        subject="logout"
        title="logoutTitle"
        saveLabel="saveLogout"
        draft={draft}
        onSubmit={submit}
      >
        <Switch label={m('logoutOn')} checked={values.isOn} onChange={turn} />
        {values.isOn && (
          <>
            <Field
              label={m('logoutUrl')}
              hint={m(texts.hint)}
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
            {!isOpenId && (
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
            )}
          </>
        )}
      </SamlForm>
    </Card>
  )
}
