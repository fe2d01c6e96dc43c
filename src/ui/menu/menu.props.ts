import type { AvatarProps } from '../avatar/avatar.tsx'
import type { IconName } from '../icon/icon.tsx'

export interface MenuItem {
  id: string
  label: string
  hint?: string
  icon?: IconName
  /** In place of an icon: a user or an account. */
  avatar?: AvatarProps
  danger?: boolean
  disabled?: boolean
  /** Set on items of which one or several are on. */
  checked?: boolean
  /** A line above it. */
  separated?: boolean
  onSelect(): void
}
