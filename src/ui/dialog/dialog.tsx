import { type MouseEvent, type ReactNode, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { focusAgain } from '../focus-again.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './dialog.css'

/** Event dispatched at a closed dialog just before it is removed, after the focus has been restored. */
export const MODAL_CLOSED = 'fe-modal-closed'

/** A drawer is read first: a focused field would open a phone's keyboard over it. */
const FIRST_STOP = ':scope:not(.fe-drawer) :is(input:not([type="hidden"]), textarea, select):enabled'

interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  onCancel(event: SyntheticEvent): void
  /** Closes the dialog on a press outside its box, if it is passed as `onMouseDown`. */
  closeBeside(event: MouseEvent): void
}

/**
 * Shows a native dialog while it is mounted: the page behind it is inert. The focus moves into the dialog, and returns
 * to its previous element afterwards. The owner decides in `onClose` whether the dialog closes.
 */
export const useModal = (onClose: () => void): Modal => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const root = dialog.getRootNode() as Document | ShadowRoot // a mounted element is in one of the two
    const before = root.activeElement
    dialog.showModal()
    const first = ['[data-autofocus]', FIRST_STOP].map((wanted) => dialog.querySelector<HTMLElement>(wanted))
    const start = first.find(Boolean) ?? dialog
    start.focus()
    return () => {
      dialog.close()
      focusAgain(before)
      dialog.dispatchEvent(new Event(MODAL_CLOSED))
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      // Elements in the dialog, such as file inputs, have such an event too.
      if (event.target !== ref.current) return
      event.preventDefault()
      onClose()
    },
    closeBeside: (event) => {
      if (event.target === ref.current) onClose()
    },
  }
}

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
