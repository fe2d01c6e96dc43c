import { useTexts } from '../../../feature/feature-context.tsx'
import { type CeremonyCode, CeremonyError } from '../../failure/ceremony-error.ts'
import { type Failure, failureOf, type Progress, useFailureText } from '../../failure/failure.ts'
import { ceremonyMessages } from './ceremony.messages.ts'

/** Like `failureOf`, but also covers the browser's errors. */
export const ceremonyFailureOf = (error: unknown, fallback?: string): Failure =>
  error instanceof CeremonyError
    ? { kind: 'refused', message: ceremonyMessages.texts[error.code], ceremony: error.code }
    : failureOf(error, fallback)

const codeOf = (progress: Progress): CeremonyCode | undefined =>
  progress.kind === 'failed' && progress.failure.kind === 'refused' ? progress.failure.ceremony : undefined

/**
 * Like `useFailureText`, with translated texts for the browser's errors. `device`: a credential that was set up before,
 * such as a security key, is wanted instead of a passkey.
 */
export const useCeremonyText = (progress: Progress, wanted: 'passkey' | 'device' = 'passkey'): string | undefined => {
  const t = useTexts(ceremonyMessages)
  const text = useFailureText(progress)
  const code = codeOf(progress)
  if (code === 'cancelled' && wanted === 'device') return t('notCreated')
  return code ? t(code) : text
}
