import type { ReactNode } from 'react'
import type { UserV3 } from '../../entities/auth.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { useShownDomain } from '../../ui/shown-domain/shown-domain.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { RowLink } from '../record-list/record-list.tsx'
import css from './user-summary.css'

export interface UserSummaryProps {
  user: Pick<UserV3, 'name' | 'email' | 'profilePictureUrl'>
  /** @default the name isn't a button */
  onOpen?: (() => void) | undefined
  /** Shown instead of the email. @default the email, unless it is the name already */
  note?: string | undefined
  /** Badges beside the name. */
  children?: ReactNode
}

/** A user in a list, with picture, name and email. */
export const UserSummary = ({ user, onOpen, note, children }: UserSummaryProps) => {
  useSheet(css)
  const text = useShownDomain(nameOfUser(user))
  const email = useShownDomain(user.email)
  const name = <Truncated text={text} />
  const below = note ?? (text === email ? '' : email)
  return (
    <span className="fe-user">
      <Avatar name={text} src={user.profilePictureUrl} />
      <span className="fe-user-lines">
        <span className="fe-user-name">
          {onOpen ? <RowLink onClick={onOpen}>{name}</RowLink> : name}
          {children}
        </span>
        {below && (
          <span className="fe-user-below">
            <Truncated text={below} />
          </span>
        )}
      </span>
    </span>
  )
}
