import type { ReactNode } from 'react'
import type { UserV3 } from '../../entities/auth.ts'
import { RowLink } from '../../parts/record-list/row-link.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { nameOfUser } from './accounts.users.slice.ts'

interface WhoProps {
  user: Pick<UserV3, 'name' | 'email' | 'profilePictureUrl'>
  /** @default the name isn't a link */
  onOpen?: (() => void) | undefined
}

/** A user by picture, name and email. */
export const Who = ({ user, onOpen }: WhoProps) => {
  const name: ReactNode = <Truncated text={nameOfUser(user)} />
  return (
    <span className="fe-accounts-who">
      <Avatar name={nameOfUser(user)} src={user.profilePictureUrl} />
      <span className="fe-accounts-lines">
        {onOpen ? <RowLink onClick={onOpen}>{name}</RowLink> : name}
        {user.name?.trim() && (
          <span className="fe-accounts-muted">
            <Truncated text={user.email} />
          </span>
        )}
      </span>
    </span>
  )
}
