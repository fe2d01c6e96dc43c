import { createContext, type ReactNode, useContext } from 'react'
import { classes } from '../classes.ts'
import { useSheet } from '../style-root/style-root.tsx'
import type { eyeIcons } from './eye-icons.ts'
import css from './icon.css'
import type { PortalIconName } from './portal-icons.ts'

/** Path data on a 24 × 24 grid, stroked. This file has only the icons that the login box also uses. */
const coreIcons = {
  alert: 'M12 4.2 2.9 19.6h18.2zM12 10v4.4M12 17.1h.01',
  'arrow-left': 'M19.5 12h-15m6-6.2L4.3 12l6.2 6.2',
  check: 'm4.8 12.6 4.6 4.7L19.2 7.2',
  'chevron-down': 'm6.2 9.2 5.8 5.8 5.8-5.8',
  'circle-check': 'M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6ZM8.3 12.3l2.6 2.6 4.9-5.4',
  info: 'M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6ZM12 11v5.4M12 7.7h.01',
  key: 'M8 10.4a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6Zm3.4 1.4L19.6 3.6m-3 3 3 3',
  lock: 'M6.6 10.6h10.8a2 2 0 0 1 2 2v5.8a2 2 0 0 1-2 2H6.6a2 2 0 0 1-2-2v-5.8a2 2 0 0 1 2-2ZM8 10.6V7.4a4 4 0 0 1 8 0v3.2',
  mail: 'M5 5.2h14a2 2 0 0 1 2 2v9.6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7.2a2 2 0 0 1 2-2ZM3.4 7.4l8.6 6 8.6-6',
  phone: 'M8 2.8h8a2 2 0 0 1 2 2v14.4a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4.8a2 2 0 0 1 2-2Zm2.8 15.4h2.4',
} as const

type CoreIconName = keyof typeof coreIcons

export type IconName = CoreIconName | keyof typeof eyeIcons | PortalIconName

type IconPaths = Readonly<Record<string, string>>

const IconContext = createContext<IconPaths>(coreIcons)

/** Adds icons for everything inside, so that the login box never loads the portal's set. */
export const IconSet = ({ icons, children }: { icons: IconPaths; children: ReactNode }) => {
  const outer = useContext(IconContext)
  return <IconContext value={{ ...outer, ...icons }}>{children}</IconContext>
}

interface IconProps {
  name: IconName
  size?: 's' | 'm' | 'l'
  className?: string
}

/** A decorative icon; its meaning is in the text beside it or the label of its button. */
export const Icon = ({ name, size = 'm', className }: IconProps) => {
  useSheet(css)
  const paths = useContext(IconContext)
  return (
    <svg className={classes('fe-icon', `fe-icon-${size}`, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
