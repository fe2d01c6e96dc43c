import { useEffect, useState } from 'react'
import { useRuntime } from '../../feature/feature-context.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './code-form.css'

const SECOND_MS = 1000

/**
 * Returns the whole seconds left until `due` (milliseconds since the epoch), and re-renders once a second until it is
 * 0.
 */
const useCountdown = (due: number): number => {
  const { clock } = useRuntime().deps
  const secondsLeft = () => Math.max(0, Math.ceil((due - clock.now()) / SECOND_MS))
  const [, setTick] = useState(0)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      setTick((count) => count + 1)
      if (clock.now() < due) cancel = clock.schedule(tick, SECOND_MS)
    }
    if (clock.now() < due) cancel = clock.schedule(tick, SECOND_MS)
    return () => cancel()
  }, [clock, due])
  return secondsLeft()
}

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
