import { useState } from 'react'
import { useSheet } from '../style-root/style-root.tsx'
import css from './avatar.css'

export interface AvatarProps {
  /** Name of the user or account; the initials and the color are derived from it. */
  name: string
  src?: string | null | undefined
  size?: 's' | 'm' | 'l'
  /** Accounts are square, users are round. */
  shape?: 'round' | 'square'
}

const COLORS = 8

/** The same name always gets the same color. */
const colorOf = (name: string): number => {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % COLORS
}

export const initialsOf = (name: string): string => {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

/** A picture or initials beside a name; hidden from assistive technology. */
export const Avatar = ({ name, src, size = 'm', shape = 'round' }: AvatarProps) => {
  useSheet(css)
  const [broken, setBroken] = useState<string>()
  return (
    <span
      part="avatar"
      className={`fe-avatar fe-avatar-${size} fe-avatar-${shape}`}
      data-color={colorOf(name)}
      aria-hidden="true"
    >
      {src && src !== broken ? (
        <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setBroken(src)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
