import { Alert, type AlertProps } from '../../ui/alert/alert.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './note.css'

/** What a card has to say between its text and what can be pressed. */
export const Note = (props: AlertProps) => {
  useSheet(css)
  return <Alert {...props} className="fe-note" />
}
