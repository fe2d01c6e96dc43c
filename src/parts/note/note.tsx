import { Alert, type AlertProps } from '../../ui/alert/alert.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './note.css'

/** A message between the text of a card and its controls. */
export const Note = (props: AlertProps) => {
  useSheet(css)
  return <Alert {...props} className="fe-note" />
}
