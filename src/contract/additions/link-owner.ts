import { endpoint } from '../endpoint.ts'

/** Links that are emailed to a user and lead to a page before anyone is signed in. */
export const MAILED_LINKS = ['activation', 'invitation', 'password-reset'] as const

/** What a mailed link carries, and what it is for. */
export interface LinkToOwn {
  purpose: (typeof MAILED_LINKS)[number]
  userId: string
  token: string
}

/** The facts that the holder of a link learns before using it. */
export interface LinkOwner {
  /** Why the link no longer works; nothing about its owner then. `used` also when a newer link was sent. */
  dead?: 'used' | 'expired'
  /** Whether someone invited the user by it. */
  isInvitation?: boolean
  email?: string
  /** The account that an invitation is for. */
  tenantName?: string
  /** Who invited, where it is known. */
  inviterName?: string
  /** Whether an activation asks for a password. */
  shouldSetPassword?: boolean
}

export const linkOwner = {
  /**
   * Returns what an emailed link is for to the holder of the link, which it doesn't use up: a password manager stores the
   * new password under this email. A token that was never issued to this user is refused.
   */
  getLinkOwner: endpoint<void, LinkToOwn, LinkOwner>()('POST', '/identity/resources/fe/v1/link-owner', {
    noToken: true,
  }),
}
