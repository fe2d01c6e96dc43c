import { createContext, type ReactNode, useContext } from 'react'
import { classes } from '../classes.ts'
import { useSheet } from '../style-root/style-root.tsx'
import { type CoreIconName, coreIcons } from './core-icons.ts'
import type { eyeIcons } from './eye-icons.ts'
import css from './icon.css'
import type { PortalIconName } from './portal-icons.ts'

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
