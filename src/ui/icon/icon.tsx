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

/** Adds drawings for everything inside, so that the login box never loads the portal's. */
export const IconSet = ({ icons, children }: { icons: IconPaths; children: ReactNode }) => {
  const outer = useContext(IconContext)
  return <IconContext value={{ ...outer, ...icons }}>{children}</IconContext>
}

interface IconProps {
  name: IconName
  size?: 's' | 'm' | 'l'
  className?: string
}

/** A decoration: the text beside it, or the label of its button, says what it means. */
export const Icon = ({ name, size = 'm', className }: IconProps) => {
  useSheet(css)
  const paths = useContext(IconContext)
  return (
    <svg className={classes('fe-icon', `fe-icon-${size}`, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
