import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './dialog.css'
import { useModal } from './use-modal.ts'

interface DialogProps {
  open: boolean
  /** Called for Escape, the close button or a click outside the box; the owner decides whether the dialog closes. */
  onClose(): void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, with the primary one last. */
  footer?: ReactNode
  size?: 's' | 'm' | 'l' | 'xl'
  role?: 'dialog' | 'alertdialog'
}

/** A modal prompt or form in the browser's own dialog. */
export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <OpenDialog {...rest} /> : null)

const OpenDialog = (props: Omit<DialogProps, 'open'>) => {
  useSheet(css)
  const t = useUiText()
  const id = useUiId()
  const { onClose, title, description, children, footer, size = 'm', role } = props
  const { ref, onCancel, closeBeside } = useModal(onClose)
  return (
    <dialog
      ref={ref}
      role={role}
      part="dialog"
      tabIndex={-1}
      className={classes('fe-dialog', `fe-dialog-${size}`)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={onCancel}
      onMouseDown={closeBeside}
    >
      <div className="fe-dialog-box">
        <div className="fe-dialog-head">
          <h2 id={`${id}-title`} className="fe-dialog-title">
            {title}
          </h2>
          <IconButton icon="x" label={t('close')} onClick={onClose} />
        </div>
        <div className="fe-dialog-body">
          {description && (
            <p id={`${id}-text`} className="fe-dialog-text">
              {description}
            </p>
          )}
          {children}
        </div>
        {footer && (
          <div className="fe-dialog-foot" data-popover-floor="">
            {footer}
          </div>
        )}
      </div>
    </dialog>
  )
}
