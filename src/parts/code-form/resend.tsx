import { useState } from 'react'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './code-form.css'
import { useCountdown } from './use-countdown.ts'

interface ResendProps {
  /** Time the last code was sent, in milliseconds since the epoch. */
  sentAt: number
  busy: boolean
  texts: { question: string; resend: string; resent: string; wait(seconds: number): string }
  onResend(): void
}

/** Emails and text messages take a moment, and a second code invalidates the first one. */
const RESEND_AFTER_MS = 30_000

/** Requests another code, once the first one had time to arrive. */
export const Resend = ({ sentAt, busy, texts, onResend }: ResendProps) => {
  useSheet(css)
  const left = useCountdown(sentAt + RESEND_AFTER_MS)
  const [first] = useState(sentAt)
  return (
    <div className="fe-resend">
      {left > 0 ? (
        <span>{texts.wait(left)}</span>
      ) : (
        <>
          <span>{texts.question}</span>
          <button type="button" className="fe-auth-link" disabled={busy} onClick={onResend}>
            {texts.resend}
          </button>
        </>
      )}
      <span className="fe-hidden" role="status">
        {sentAt === first ? '' : texts.resent}
      </span>
    </div>
  )
}
