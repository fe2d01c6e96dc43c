import { randomUUID } from 'node:crypto'

/** An account at the foreign identity provider. */
export interface DirectoryUser {
  /** Stable, and never reassigned to another user (OpenID Connect Core 5.7). */
  sub: string
  email: string
  emailVerified: boolean
  name: string
  groups: readonly string[]
}

export const SAMPLE_DIRECTORY: readonly DirectoryUser[] = [
  { sub: 'user-sue', email: 'sue@sso.test', emailVerified: true, name: 'Sue Bergström', groups: ['Admins'] },
  { sub: 'user-tor', email: 'tor@sso.test', emailVerified: true, name: 'Tor Nilsen', groups: ['Finance'] },
  { sub: 'user-sal', email: 'sal@saml.test', emailVerified: true, name: 'Sal Moreau', groups: ['Admins'] },
  { sub: 'user-kim', email: 'kim@saml.test', emailVerified: true, name: 'Kim Castellano', groups: [] },
  { sub: 'user-ada', email: 'ada@acme.test', emailVerified: true, name: 'Ada Whitfield', groups: [] },
  { sub: 'user-nia', email: 'nia@fresh.test', emailVerified: true, name: 'Nia Fontaine', groups: [] },
  { sub: 'user-noa', email: 'noa@northwind.test', emailVerified: true, name: 'Noa Lindqvist', groups: ['Engineering'] },
  { sub: 'user-cal', email: 'cal@contoso.test', emailVerified: true, name: 'Cal Okafor', groups: ['Engineering'] },
  { sub: 'user-una', email: 'una@fresh.test', emailVerified: false, name: 'Una Proven', groups: [] },
]

export interface Directory {
  all(): readonly DirectoryUser[]
  bySub(sub: string): DirectoryUser | undefined
  byEmail(email: string): DirectoryUser | undefined
  /**
   * Returns the account of an email, creating it if necessary: every email has an account here, because this is a
   * stand-in without secrets.
   */
  join(given: Pick<DirectoryUser, 'email' | 'name' | 'emailVerified'>): DirectoryUser
}

export const createDirectory = (users: readonly DirectoryUser[]): Directory => {
  const known = new Map(users.map((user) => [user.sub, user]))
  const byEmail = (email: string) => [...known.values()].find((user) => user.email === email.trim().toLowerCase())
  return {
    all: () => users,
    bySub: (sub) => known.get(sub),
    byEmail,
    join({ email, name, emailVerified }) {
      const user = byEmail(email) ?? {
        sub: `user-${randomUUID()}`,
        email: email.trim().toLowerCase(),
        emailVerified,
        name,
        groups: [],
      }
      known.set(user.sub, user)
      return user
    },
  }
}
