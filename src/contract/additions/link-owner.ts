import { endpoint } from '../endpoint.ts'

/** Links by which a person chooses a password. */
export const PASSWORD_LINKS = ['activation', 'password-reset'] as const

/** What a mailed link carries, and what it is for. */
export interface LinkToOwn {
  purpose: (typeof PASSWORD_LINKS)[number]
  userId: string
  token: string
}

export const linkOwner = {
  /** Whom a mailed link belongs to, told to who holds it: a password manager keeps a new password by this address. */
  getLinkOwner: endpoint<void, LinkToOwn, { email: string }>()('POST', '/identity/resources/fe/v1/link-owner', {
    noToken: true,
  }),
}
