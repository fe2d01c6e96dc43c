import { useTexts } from '../../feature/feature-context.tsx'
import { failureMessages } from './failure.messages.ts'
import type { Failure, Progress } from './failure.ts'

/** Returns the text of a failure. This is the only place that turns failures into texts. */
export const useFailureText = (progress: Progress): string | undefined => {
  const t = useTexts(failureMessages)
  if (progress.kind !== 'failed') return undefined
  const words = (failure: Failure): string => {
    if (failure.kind === 'refused') return failure.message
    if (failure.kind !== 'rateLimited') return t(failure.kind)
    return failure.seconds ? t('rateLimitedFor', { count: failure.seconds }) : t('rateLimited')
  }
  return words(progress.failure)
}
