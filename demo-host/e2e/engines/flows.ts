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
  /** Lifetime of access tokens. @default 'usual' */
  lifetime?: Lifetime
}

const FLOWS: Readonly<Record<string, Flow>> = {
  signIn: { title: 'a user signs in, stays signed in and signs out', work: signIn },
  links: { title: 'a link is underlined only while it is pointed at', work: linksAreQuiet },
  users: { title: 'an administrator finds a user', work: users },
  invite: { title: 'an administrator invites a colleague', work: invite },
  undo: { title: 'a removal is undone in its toast', work: undo },
  roles: { title: 'an administrator creates a role', work: roles },
  rolesList: { title: 'a list of roles opens below its field', work: rolesList },
  picture: { title: 'a user crops a picture', work: picture },
  preview: { title: 'the preview works without an API', work: preview },
  gallery: { title: 'the gallery opens steps by link', work: gallery },
  hosted: { title: 'a user signs in on the hosted page', work: hosted },
  twoTabs: { title: 'two tabs sign in and out together', work: twoTabs },
  strictPolicy: { title: 'the strictest policy reports no violation', work: strictPolicy },
  access: { title: 'a user signs in by keyboard on accessible screens', work: access },
  oneRefresh: {
    title: 'one of many tabs refreshes the token for all',
    work: oneRefresh,
    lifetime: 'short',
  },
  messages: {
    title: 'forged messages change nothing and no page frames the sign-in',
    work: messages,
  },
  lostExchange: {
    title: 'a connection lost during the code exchange is explained',
    work: lostExchange,
  },
  closedTab: {
    title: 'a tab closed while it refreshes blocks no other',
    work: closedTab,
    lifetime: 'short',
  },
  signOutIsFinal: {
    title: 'signing out leaves nothing behind the back button',
    work: signOutIsFinal,
  },
  translations: { title: 'a megabyte of texts reads from right to left', work: translations },
  ownTenants: {
    title: 'two tabs keep their own accounts',
    work: ownTenants,
    lifetime: 'short',
  },
  unmounts: { title: 'apps that are unmounted leave nothing in the page', work: unmounts },
}

/** Returns all flows, or those that `FLOW` names. */
export const chosenFlows = (): [name: string, flow: Flow][] => {
  const named = process.env.FLOW?.split(',')
  return Object.entries(FLOWS).filter(([name]) => !named || named.includes(name))
}
