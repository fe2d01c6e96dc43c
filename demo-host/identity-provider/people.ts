import { randomUUID } from 'node:crypto'

/** An account at the foreign identity provider. */
export interface Person {
  /** OpenID Connect Core 5.7: stable, never given to another user. */
  sub: string
  email: string
  emailVerified: boolean
  name: string
  groups: readonly string[]
}

export const SAMPLE_DIRECTORY: readonly Person[] = [
  { sub: 'person-sue', email: 'sue@sso.test', emailVerified: true, name: 'Sue Bergström', groups: ['Admins'] },
  { sub: 'person-tor', email: 'tor@sso.test', emailVerified: true, name: 'Tor Nilsen', groups: ['Finance'] },
  { sub: 'person-sal', email: 'sal@saml.test', emailVerified: true, name: 'Sal Moreau', groups: ['Admins'] },
  { sub: 'person-kim', email: 'kim@saml.test', emailVerified: true, name: 'Kim Castellano', groups: [] },
  { sub: 'person-ada', email: 'ada@acme.test', emailVerified: true, name: 'Ada Whitfield', groups: [] },
  { sub: 'person-nia', email: 'nia@fresh.test', emailVerified: true, name: 'Nia Fontaine', groups: [] },
  { sub: 'person-una', email: 'una@fresh.test', emailVerified: false, name: 'Una Proven', groups: [] },
]

export interface Directory {
  all(): readonly Person[]
  bySub(sub: string): Person | undefined
  byEmail(email: string): Person | undefined
  /** Every email has an account here: this is a stand-in, not a place for secrets. */
  join(given: Pick<Person, 'email' | 'name' | 'emailVerified'>): Person
}

export const createDirectory = (people: readonly Person[]): Directory => {
  const known = new Map(people.map((person) => [person.sub, person]))
  const byEmail = (email: string) => [...known.values()].find((person) => person.email === email.trim().toLowerCase())
  return {
    all: () => people,
    bySub: (sub) => known.get(sub),
    byEmail,
    join({ email, name, emailVerified }) {
      const person = byEmail(email) ?? {
        sub: `person-${randomUUID()}`,
        email: email.trim().toLowerCase(),
        emailVerified,
        name,
        groups: [],
      }
      known.set(person.sub, person)
      return person
    },
  }
}
