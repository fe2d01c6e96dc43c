import { endpoint } from '../endpoint.ts'

/** Links by which a user chooses a password. */
export const PASSWORD_LINKS = ['activation', 'password-reset'] as const

/** What a mailed link carries, and what it is for. */
export interface LinkToOwn {
  purpose: (typeof PASSWORD_LINKS)[number]
  userId: string
  token: string
}

export const linkOwner = {
  /** The owner of an emailed link, returned to the holder of the link: a password manager stores the new password under this email. */
  getLinkOwner: endpoint<void, LinkToOwn, { email: string }>()('POST', '/identity/resources/fe/v1/link-owner', {
    noToken: true,
  }),
}
