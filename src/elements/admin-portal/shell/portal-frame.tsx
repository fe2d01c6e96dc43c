import { type ReactNode, useRef } from 'react'
import type { HeadingLevel } from '../../../feature/heading-level.tsx'
import { useModal } from '../../../ui/dialog/use-modal.ts'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { PortalElement } from '../shell.state.ts'
import navCss from './nav.css'
import css from './portal.css'
import printCss from './print.css'

const LEVELS: readonly HeadingLevel[] = [1, 2, 3, 4, 5]

/**
 * Returns the host's heading level; by default, a dialog starts its own outline and an inline portal continues the
 * page's.
 */
export const levelOf = ({ headingLevel, mode }: Pick<PortalElement, 'headingLevel' | 'mode'>): HeadingLevel =>
  LEVELS.find((level) => String(level) === headingLevel) ?? (mode === 'dialog' ? 1 : 2)

interface PortalFrameProps {
  mode: 'inline' | 'dialog'
  label: string
  onClose(): void
  children: ReactNode
}

export const PortalFrame = (props: PortalFrameProps) => {
  useSheet(css)
  useSheet(navCss)
  // The print sheet is last, so that it overrides the others.
  useSheet(printCss)
  return props.mode === 'dialog' ? <DialogFrame {...props} /> : <InlineFrame {...props} />
}

const InlineFrame = ({ label, children }: PortalFrameProps) => (
  <section className="fe-portal" data-mode="inline" part="portal" aria-label={label}>
    {children}
  </section>
)

/** Uses the browser's modal dialog: the page behind is inert, and the focus returns when it closes. */
const DialogFrame = ({ label, onClose, children }: PortalFrameProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  useModal(ref)
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      className="fe-portal-dialog"
      part="portal"
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="fe-portal" data-mode="dialog">
        {children}
      </div>
    </dialog>
  )
}
