import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'

interface RetryButtonProps {
  hasFailed: boolean
  isLoaded: boolean
  label: string
  onRetry(): void
}

/** The dialog gets the focus of a button that goes: without it the focus would be nowhere. */
const useFocusOnDialogAfter = () => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    const dialog = own?.closest('dialog')
    const root = own?.getRootNode() as Document | ShadowRoot | undefined // an element that is mounted has one of the two
    return () => {
      if (own && root?.activeElement === own) dialog?.focus({ preventScroll: true })
    }
  }, [])
  return button
}

const Retry = ({ hasFailed, label, onRetry }: Omit<RetryButtonProps, 'isLoaded'>) => (
  <Button ref={useFocusOnDialogAfter()} busy={!hasFailed} onClick={onRetry}>
    {label}
  </Button>
)

/** Repeats a load that failed. It stays, busy, until the load has worked, so that the focus is not lost meanwhile. */
export const RetryButton = ({ isLoaded, ...props }: RetryButtonProps) => {
  const [isNeeded, setNeeded] = useState(false)
  const isShown = props.hasFailed || (isNeeded && !isLoaded)
  if (isShown !== isNeeded) setNeeded(isShown)
  return isShown ? <Retry {...props} /> : null
}
