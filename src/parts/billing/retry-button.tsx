import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { useFocusAfter } from '../../ui/use-focus-after.ts'

interface RetryButtonProps {
  hasFailed: boolean
  isLoaded: boolean
  label: string
  onRetry(): void
}

const Retry = ({ hasFailed, label, onRetry }: Omit<RetryButtonProps, 'isLoaded'>) => (
  <Button ref={useFocusAfter<HTMLButtonElement>('dialog')} busy={!hasFailed} onClick={onRetry}>
    {label}
  </Button>
)

/** Repeats a failed load. The button stays, busy, until the load succeeds, so that the focus is not lost. */
export const RetryButton = ({ isLoaded, ...props }: RetryButtonProps) => {
  const [isNeeded, setNeeded] = useState(false)
  const isShown = props.hasFailed || (isNeeded && !isLoaded)
  if (isShown !== isNeeded) setNeeded(isShown)
  return isShown ? <Retry {...props} /> : null
}
