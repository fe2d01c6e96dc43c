import type { SamlOptions } from '../../../entities/sso.ts'
import { MAPPED_FIELDS } from '../../../rules/saml-attributes.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { SamlForm, type SamlProps } from './saml-form.tsx'

const LABELS = { email: 'emailClaim', name: 'nameClaim', groups: 'groupsClaim' } as const

/** Maps claims of an OpenID Connect provider to the fields of a user. */
export const ClaimsCard = (props: SamlProps) => {
  const { connection, actions, m, options } = props
  const { email = '', name = '', groups = '' } = options.attributes
  const draft = useDraft({ email, name, groups })
  const { values, edit } = draft
  const submit = () => {
    void actions.saveSamlOptions(connection, 'claims', { attributes: values })
  }
  return (
    <Card title={m('claimsTitle')} text={m('claimsText')}>
      <SamlForm
        card={props}
        subject="claims"
        title="claimsTitle"
        saveLabel="saveClaims"
        draft={draft}
        onSubmit={submit}
      >
        {MAPPED_FIELDS.map((field) => (
          <Field key={field} label={m(LABELS[field])} hint={field === 'email' ? m('emailClaimHint') : undefined}>
            {(ids) => (
              <TextInput
                {...ids}
                name={`${field}Claim`}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder={m('automatic')}
                value={values[field]}
                onChange={(event) => edit({ [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </SamlForm>
    </Card>
  )
}

/** Chooses how the client proves who it is; absent where the backend doesn't have the setting. */
export const ClientAuthenticationCard = (props: SamlProps) => {
  const { clientAuthentication } = props.options
  return clientAuthentication === undefined ? null : <ClientAuthentication {...props} current={clientAuthentication} />
}

const ClientAuthentication = (props: SamlProps & { current: NonNullable<SamlOptions['clientAuthentication']> }) => {
  const { connection, actions, m, current } = props
  const draft = useDraft({ current })
  const { values, edit } = draft
  const submit = () => {
    void actions.saveSamlOptions(connection, 'client', { clientAuthentication: values.current })
  }
  return (
    <Card title={m('clientTitle')}>
      <SamlForm
        card={props}
        subject="client"
        title="clientTitle"
        saveLabel="saveClient"
        draft={draft}
        onSubmit={submit}
      >
        <Field label={m('clientMethod')} hint={values.current === 'none' ? m('clientNoneHint') : undefined}>
          {({ id, describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              name="clientAuthentication"
              value={values.current}
              onChange={(method) => edit({ current: method })}
              options={[
                { value: '', label: m('clientAutomatic') },
                { value: 'basic', label: m('clientBasic') },
                { value: 'post', label: m('clientPost') },
                { value: 'none', label: m('clientNone') },
              ]}
            />
          )}
        </Field>
      </SamlForm>
    </Card>
  )
}
