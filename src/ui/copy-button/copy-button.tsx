import { useEffect, useState } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'

export interface CopyButtonProps {
  text: string
  /** Names what is copied, such as "Copy user ID". */
  label?: string
  size?: 's' | 'm' | 'l'
}

/** Time to read the answer. */
const ANSWER_MS = 2000

export const CopyButton = ({ text, label, size = 's' }: CopyButtonProps) => {
  const t = useUiText()
  const [answer, setAnswer] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!answer) return
    const timer = setTimeout(() => setAnswer(undefined), ANSWER_MS)
    return () => clearTimeout(timer)
  }, [answer])
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => setAnswer('copied'))
      .catch(() => setAnswer('copyFailed'))
  const name = label ?? t('copy')
  return (
    <>
      <IconButton
        size={size}
        icon={answer === 'copied' ? 'check' : 'copy'}
        label={name}
        title={answer ? t(answer) : name}
        onClick={() => void copy()}
      />
      <span className="fe-hidden" role="status">
        {answer ? t(answer) : ''}
      </span>
    </>
  )
}
