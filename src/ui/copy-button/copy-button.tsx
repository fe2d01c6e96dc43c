import { useEffect, useState } from 'react'
import { copyText } from '../../kernel/copy-text.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'

interface CopyButtonProps {
  text: string
  /** Names what is copied, such as "Copy user ID". */
  label?: string
  size?: 's' | 'm' | 'l'
}

/** Time to read the confirmation. */
const OUTCOME_MS = 2000

export const CopyButton = ({ text, label, size = 's' }: CopyButtonProps) => {
  const t = useUiText()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    copyText(text)
      .then(() => setOutcome('copied'))
      .catch(() => setOutcome('copyFailed'))
  const name = label ?? t('copy')
  return (
    <>
      <IconButton
        size={size}
        icon={outcome === 'copied' ? 'check' : 'copy'}
        label={name}
        title={outcome ? t(outcome) : name}
        onClick={() => void copy()}
      />
      <span className="fe-hidden" role="status">
        {outcome ? t(outcome) : ''}
      </span>
    </>
  )
}
