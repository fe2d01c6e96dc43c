import { useTexts } from '../../feature/feature-context.tsx'
import { emailMessages } from './email.messages.ts'
import { emailProblem } from './email-problem.ts'
import { type CheckedInput, useCheckedInput } from './use-checked-input.ts'

/** Returns an email field that is validated by the API's rules. */
export const useEmailInput = (texts: { required: string; invalid: string }): CheckedInput => {
  const t = useTexts(emailMessages)
  return useCheckedInput((field) => emailProblem(field, { ...texts, foreign: t('foreignLocalPart') }))
}
