import type { Translate } from '../../i18n/messages.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
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
export const Consent = ({ t, options, checked, error, onChange }: ConsentProps) => {
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
