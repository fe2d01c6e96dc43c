import { useTexts } from '../../feature/feature-context.tsx'
import { emailMessages } from './email.messages.ts'
import { emailProblem } from './email-problem.ts'
import { type CheckedInput, useCheckedInput } from './use-checked-input.ts'

/** A field for one email, judged as the API judges it. */
export const useEmailInput = (texts: { required: string; invalid: string }): CheckedInput => {
  const t = useTexts(emailMessages)
  return useCheckedInput((field) => emailProblem(field, { ...texts, foreign: t('foreignLocalPart') }))
}
