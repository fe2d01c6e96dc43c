import { endpoint } from '../endpoint.ts'

/** Links that are emailed to a user and open a page before any user is signed in. */
export const MAILED_LINKS = ['activation', 'invitation', 'password-reset'] as const

/** Values of an emailed link, and its purpose. */
export interface LinkToOwn {
  purpose: (typeof MAILED_LINKS)[number]
  userId: string
  token: string
}

/** Facts that the holder of a link receives before using it. */
export interface LinkOwner {
  /** Why the link no longer works; its owner is then not returned. `used` also applies when a newer link was sent. */
  dead?: 'used' | 'expired'
  /** Whether another user invited the user with it. */
  isInvitation?: boolean
  email?: string
  /** Account of the invitation. */
  tenantName?: string
  /** User who sent the invitation, if known. */
  inviterName?: string
  /** Whether the activation requires a password. */
  shouldSetPassword?: boolean
}

export const linkOwner = {
  /**
   * Returns the purpose of an emailed link to its holder without using it up: a password manager stores the new
   * password under this email. A token that was never issued to this user is refused.
   */
  getLinkOwner: endpoint<void, LinkToOwn, LinkOwner>()('POST', '/identity/resources/fe/v1/link-owner', {
    noToken: true,
  }),
}
