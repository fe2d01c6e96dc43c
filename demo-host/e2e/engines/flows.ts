import { isWhole } from '../../../src/backend/prove/report.test-kit.ts'
import { testTurn } from '../../../src/testing/turn.ts'
import { lostExchange, messages } from './flows/hostile.ts'
import { access, translations, unmounts } from './flows/page-life.ts'
import { gallery, strictPolicy } from './flows/policy.ts'
import { invite, picture, roles, rolesList, undo, users } from './flows/portal.ts'
import { closedTab, oneRefresh, ownTenants, signOutIsFinal } from './flows/sessions.ts'
import { hosted, linksAreQuiet, preview, signIn, twoTabs } from './flows/sign-in.ts'
import type { Lifetime } from './hosts.ts'
import type { Visit } from './visit.ts'

export interface Flow {
  title: string
  work(visit: Visit): Promise<void>
  /** Whether `npm test` runs it too: always, or every third day. @default never */
  sampled?: 'always' | 'in turn'
  /** Of access tokens. @default 'usual' */
  lifetime?: Lifetime
}

const FLOWS: Readonly<Record<string, Flow>> = {
  signIn: { title: 'a user signs in, stays signed in and signs out', work: signIn, sampled: 'always' },
  links: { title: 'a link is underlined only while it is pointed at', work: linksAreQuiet, sampled: 'always' },
  users: { title: 'an administrator finds a user', work: users },
  invite: { title: 'an administrator invites a colleague', work: invite, sampled: 'always' },
  undo: { title: 'a removal is undone in its toast', work: undo, sampled: 'always' },
  roles: { title: 'an administrator creates a role', work: roles },
  rolesList: { title: 'a list of roles opens below its field', work: rolesList },
  picture: { title: 'a user crops a picture', work: picture, sampled: 'always' },
  preview: { title: 'the preview works without an API', work: preview, sampled: 'always' },
  gallery: { title: 'the gallery opens steps by link', work: gallery },
  hosted: { title: 'a user signs in on the hosted page', work: hosted },
  twoTabs: { title: 'two tabs sign in and out together', work: twoTabs },
  strictPolicy: { title: 'the strictest policy reports no violation', work: strictPolicy, sampled: 'always' },
  access: { title: 'a user signs in by keyboard on accessible screens', work: access, sampled: 'always' },
  oneRefresh: {
    title: 'one of many tabs refreshes the token for all',
    work: oneRefresh,
    lifetime: 'short',
    sampled: 'in turn',
  },
  messages: {
    title: 'forged messages change nothing and no page frames the sign-in',
    work: messages,
    sampled: 'in turn',
  },
  lostExchange: {
    title: 'a connection lost during the code exchange is explained',
    work: lostExchange,
    sampled: 'in turn',
  },
  closedTab: {
    title: 'a tab closed while it refreshes blocks no other',
    work: closedTab,
    lifetime: 'short',
    sampled: 'in turn',
  },
  signOutIsFinal: {
    title: 'signing out leaves nothing behind the back button',
    work: signOutIsFinal,
    sampled: 'in turn',
  },
  translations: { title: 'a megabyte of texts reads from right to left', work: translations, sampled: 'in turn' },
  ownTenants: {
    title: 'two tabs keep their own accounts',
    work: ownTenants,
    lifetime: 'short',
    sampled: 'in turn',
  },
  unmounts: { title: 'apps that are unmounted leave nothing in the page', work: unmounts, sampled: 'in turn' },
}

const TURNS = 3

/** The flows of this run: all of `npm run prove`, the sample of `npm test`, or those that `FLOW` names. */
export const chosenFlows = (): [name: string, flow: Flow][] => {
  const all = Object.entries(FLOWS)
  const named = process.env.FLOW?.split(',')
  if (named) return all.filter(([name]) => named.includes(name))
  if (isWhole) return all
  const inTurn = all.filter(([, { sampled }]) => sampled === 'in turn')
  const today = inTurn.filter((_, at) => (at + testTurn()) % TURNS === 0)
  return [...all.filter(([, { sampled }]) => sampled === 'always'), ...today]
}
