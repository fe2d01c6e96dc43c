import type { ReactNode } from 'react'
import { useModal } from '../dialog/dialog.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './drawer.css'

interface DrawerProps {
  open: boolean
  onClose(): void
  label: string
  /** @default 'start' */
  side?: 'start' | 'end'
  children: ReactNode
}

/** A panel that slides in from one side; Escape and a click outside close it. */
export const Drawer = ({ open, ...rest }: DrawerProps) => (open ? <OpenDrawer {...rest} /> : null)

const OpenDrawer = ({ onClose, label, side = 'start', children }: Omit<DrawerProps, 'open'>) => {
  useSheet(css)
  const { ref, onCancel, closeBeside } = useModal(onClose)
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      part="drawer"
      className="fe-drawer"
      data-side={side}
      aria-label={label}
      onCancel={onCancel}
      onMouseDown={closeBeside}
    >
      <div className="fe-drawer-box">{children}</div>
    </dialog>
  )
}
