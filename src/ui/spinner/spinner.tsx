import { classes } from '../classes.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './spinner.css'

interface SpinnerProps {
  /** Set when no other text on the screen describes the work in progress. */
  label?: string
  size?: 'm' | 'l'
}

export const Spinner = ({ label, size = 'm' }: SpinnerProps) => {
  useSheet(css)
  return (
    <span className={classes('fe-spinner', size === 'l' && 'fe-spinner-l')}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M21 12a9 9 0 0 0-9-9" />
      </svg>
      {label && <span className="fe-hidden">{label}</span>}
    </span>
  )
}
