import { useSheet } from '../style-root/style-root.tsx'
import css from './progress.css'

interface ProgressProps {
  done: number
  total: number
  /** Accessible name. */
  label: string
}

/** A bar that shows how much of a task is done. */
export const Progress = ({ done, total, label }: ProgressProps) => {
  useSheet(css)
  return <progress className="fe-progress" value={done} max={Math.max(1, total)} aria-label={label} />
}
