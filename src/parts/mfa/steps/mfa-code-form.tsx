import { CodeForm } from '../../code-form/code-form.tsx'
import type { Remember } from '../challenge.ts'
import type { MfaStepProps, MfaViewProps } from '../mfa.slice.ts'

type CodeStep = 'authenticatorApp' | 'smsVerifyCode' | 'emailVerifyCode'

const YEAR_DAYS = 365

export const rememberText = (remember: Remember | null, t: MfaViewProps['t']): string | undefined => {
  if (!remember) return undefined
  if (remember.days > YEAR_DAYS) return t('mfaRememberLongerThenYear')
  return t('mfaRememberThisDevice', { count: remember.days })
}

/** The code form of any factor. */
export const MfaCodeForm = ({ state, t, busy, error, on }: MfaStepProps<CodeStep>) => (
  <CodeForm
    texts={{
      label: t(state.challenge.isEnrolled ? 'mfaInputLabel' : 'forceMfaInputLabel'),
      required: t('mfaCodeIsRequired'),
      tooShort: t('mfaCodeLengthAtLeast6'),
      submit: t(state.challenge.isEnrolled ? 'verify' : 'forceMfaVerifyButton'),
    }}
    rememberLabel={rememberText(state.remember, t)}
    busy={busy}
    progress={state.progress}
    error={error}
    onSubmit={(code, rememberDevice) => void on.verify(code, rememberDevice)}
  />
)
