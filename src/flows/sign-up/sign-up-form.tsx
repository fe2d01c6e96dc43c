import { useState } from 'react'
import type { PasswordRules } from '../../entities/policies.ts'
import type { Translate } from '../../i18n/messages.ts'
import { CredentialForm } from '../../parts/credentials/credentials.tsx'
import { useEmailInput } from '../../parts/credentials/email-form.tsx'
import { type CheckedInput, checkAll, useCheckedInput } from '../../parts/credentials/use-checked-input.ts'
import { NewPasswordFields, useNewPassword } from '../../parts/new-password/new-password-fields.tsx'
import { Note } from '../../parts/note/note.tsx'
import { PhoneField, usePhoneInput } from '../../parts/phone/phone-field.tsx'
import { normalizeName } from '../../rules/names.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { Field } from '../../ui/field/field.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { NewUser } from './sign-up.actions.ts'
import css from './sign-up.css'
import type { SignUpTexts } from './sign-up.messages.ts'
import type { SignUpOptions } from './sign-up.options.ts'

interface ConsentProps {
  t: Translate<SignUpTexts>
  options: SignUpOptions
  checked: boolean
  error: string | undefined
  onChange(checked: boolean): void
}

/** The URL is a text of the host's catalog; it becomes a link only if it is safe to open. */
const PageLink = ({ url, text }: { url: string; text: string }) => {
  if (!/^(https?:\/\/|\/(?!\/))/i.test(url)) return <span>{text}</span>
  return (
    <a className="fe-signup-link" href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}

const Pages = ({ t, options }: Pick<ConsentProps, 't' | 'options'>) => {
  const hasBoth = options.hasTerms === options.hasPrivacy
  return (
    <>
      {(hasBoth || options.hasTerms) && <PageLink url={t('termsLink')} text={t('termsLinkText')} />}
      {hasBoth && ` ${t('termsAndPrivacyConjunctionText')} `}
      {(hasBoth || options.hasPrivacy) && <PageLink url={t('privacyLink')} text={t('privacyLinkText')} />}
    </>
  )
}

/** Terms of use and privacy policy, either shown or with a checkbox to agree. */
const Consent = ({ t, options, checked, error, onChange }: ConsentProps) => {
  useSheet(css)
  if (options.consent === 'none') return null
  if (options.consent === 'text') {
    return (
      <p className="fe-signup-consent">
        {t('disclaimerText')} <Pages t={t} options={options} />
      </p>
    )
  }
  const label = (
    <>
      {t('disclaimerCheckboxLabel')} <Pages t={t} options={options} />
    </>
  )
  return (
    <div className="fe-signup-consent">
      <Checkbox
        label={label}
        name="consent"
        checked={checked}
        required
        aria-invalid={error ? true : undefined}
        onChange={onChange}
      />
      <div className="fe-signup-problem" role="alert">
        {error}
      </div>
    </div>
  )
}

interface TextFieldProps {
  input: CheckedInput
  label: string
  name: string
  type?: 'text' | 'email'
  autoComplete: string
  placeholder?: string
  busy: boolean
}

const TextField = ({ input, label, name, type = 'text', busy, ...rest }: TextFieldProps) => (
  <Field label={label} error={input.error}>
    {(ids) => (
      <TextInput
        {...ids}
        {...input.props}
        {...rest}
        size="l"
        type={type}
        name={name}
        autoCapitalize={type === 'email' ? 'none' : undefined}
        spellCheck={false}
        readOnly={busy}
        required
      />
    )}
  </Field>
)

interface SignUpFormProps {
  t: Translate<SignUpTexts>
  options: SignUpOptions
  rules: PasswordRules | null
  busy: boolean
  error: string | undefined
  onSubmit(user: NewUser): void
}

const MIN_NAME_LENGTH = 2

const useNameInput = (required: string, tooShort: string) =>
  useCheckedInput(({ value }) => {
    const name = normalizeName(value)
    if (!name) return required
    return name.length < MIN_NAME_LENGTH ? tooShort : undefined
  })

const useInputs = ({ t, options, rules }: SignUpFormProps) => ({
  name: useNameInput(t('nameIsRequired'), t('nameMinLengthIs3')),
  email: useEmailInput({ required: t('emailIsRequired'), invalid: t('emailMustBeValid') }),
  company: useNameInput(t('companyNameIsRequired'), t('companyNameMinLengthIs3')),
  phone: usePhoneInput(options.phone === 'required'),
  password: useNewPassword(rules),
})

type Inputs = ReturnType<typeof useInputs>

const isPhoneEditable = ({ phone }: SignUpOptions): boolean => phone === 'optional' || phone === 'required'

/** Returns the inputs of the visible fields; only these are validated and sent. */
const shownOf = ({ name, email, company, phone, password }: Inputs, options: SignUpOptions) => [
  name,
  email,
  ...(options.company ? [company] : []),
  ...(isPhoneEditable(options) ? [phone.input] : []),
  ...(options.password ? [password.input] : []),
]

const userOf = ({ name, email, company, phone, password }: Inputs, options: SignUpOptions): NewUser => {
  const phoneNumber = isPhoneEditable(options) ? phone.number() : undefined
  return {
    email: email.value(),
    name: normalizeName(name.value()),
    ...(options.company ? { companyName: normalizeName(company.value()) } : {}),
    ...(options.password ? { password: password.input.value() } : {}),
    ...(phoneNumber ? { phoneNumber } : {}),
  }
}

const Names = ({ inputs, t, busy, options }: { inputs: Inputs } & SignUpFormProps) => (
  <>
    <TextField input={inputs.name} label={t('nameInputLabel')} name="name" autoComplete="name" busy={busy} />
    <TextField
      input={inputs.email}
      label={t('emailInputLabel')}
      name="email"
      type="email"
      autoComplete="username"
      placeholder={t('emailInputPlaceholder')}
      busy={busy}
    />
    {options.company && (
      <TextField
        input={inputs.company}
        label={t('companyNameInputLabel')}
        name="companyName"
        autoComplete="organization"
        busy={busy}
      />
    )}
  </>
)

/** The form for everything that a new account needs. */
export const SignUpForm = (props: SignUpFormProps) => {
  const { t, options, busy, error, onSubmit } = props
  const inputs = useInputs(props)
  const [isAgreed, setAgreed] = useState(options.consent !== 'checkbox')
  const [isSubmitted, setSubmitted] = useState(false)
  const isConsentMissing = options.consent === 'checkbox' && !isAgreed
  const submit = () => {
    setSubmitted(true)
    if (!busy && checkAll(...shownOf(inputs, options)) && !isConsentMissing) onSubmit(userOf(inputs, options))
  }
  const phoneLabel = t(options.phone === 'required' ? 'phoneInputLabel' : 'phoneInputLabelOptional')
  return (
    <CredentialForm label={t('signupButtonText')} onSubmit={submit}>
      <Names {...props} inputs={inputs} />
      {options.phone !== 'hidden' && (
        <PhoneField
          phone={inputs.phone}
          label={phoneLabel}
          busy={busy || !isPhoneEditable(options)}
          required={options.phone === 'required'}
        />
      )}
      {options.password && <NewPasswordFields password={inputs.password} busy={busy} />}
      <Consent
        t={t}
        options={options}
        checked={isAgreed}
        error={isSubmitted && isConsentMissing ? t('disclaimerTextRequired') : undefined}
        onChange={setAgreed}
      />
      {error && <Note tone="danger">{error}</Note>}
      <Button type="submit" variant="primary" size="l" block busy={busy}>
        {t('signupButtonText')}
      </Button>
    </CredentialForm>
  )
}
