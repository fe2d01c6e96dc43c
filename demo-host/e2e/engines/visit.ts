import { PASSWORD } from '../sample-users.ts'
import { byCss, byRole } from './by.ts'
import type { Host } from './hosts.ts'
import { type EnginePage, pageOf } from './page.ts'
import type { Profile } from './tab.ts'

const SIGN_IN = '/frontegg/identity/resources/auth/v1/user'

/** Runs in the page: signs in by a request. */
const postSignIn = async (url: string, email: string, password: string) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  return (await fetch(url, { method: 'POST', credentials: 'include', headers, body })).status
}

/** A measured figure of a promise that held. */
export interface Figure {
  row: number
  wanted: string
  reached: string
}

/** A user's visit to the demo host in one engine. */
export interface Visit extends Host {
  page: EnginePage
  profile: Profile
  url(path: string): string
  /** Signs the browser in without the login box. */
  signedIn(email: string): Promise<void>
  /** Opens a page of the portal and waits for its title. */
  openPortal(page: string, title: string): Promise<void>
  /** Opens another tab of the same browser. */
  openTab(): Promise<EnginePage>
  note(figure: Figure): void
}

export const startVisit = async (given: Host & Pick<Visit, 'profile' | 'note'>): Promise<Visit> => {
  const { demo, profile } = given
  const openTab = async () => {
    const tab = await profile.openTab()
    await tab.resize(1280, 800)
    return pageOf(tab)
  }
  const page = await openTab()
  const url = (path: string) => demo.origins.host + path
  return {
    ...given,
    page,
    url,
    openTab,
    async signedIn(email) {
      await page.open(url('/'))
      const status = await page.run(postSignIn, demo.origins.api + SIGN_IN, email, PASSWORD)
      if (status !== 200) throw new Error(`${email} is not signed in: ${status}`)
    },
    async openPortal(name, title) {
      await page.open(url(`/script-tag#/admin-box/${name}`))
      await page.see(byRole('heading', title))
    },
  }
}

export const PORTAL = byCss('fe-admin-portal')
export const inPortal = (role: string, name?: string | RegExp) => byRole(role, name, { within: PORTAL })
export const dialog = (name: string | RegExp) => inPortal('dialog', name)
export const toast = (text: RegExp) =>
  byCss('[part="toast"]', { within: PORTAL, text: { pattern: text.source, flags: '' } })

const EMAIL = byRole('textbox', 'Email')
/** A password field has no role. */
const PASSWORD_FIELD = byCss('input[type=password]')

/** Signs in through the login box, like a user. */
export const signInByBox = async (page: EnginePage, email: string, password = PASSWORD) => {
  await page.fill(EMAIL, email)
  await page.press('Enter')
  await page.fill(PASSWORD_FIELD, password)
  await page.press('Enter')
}

/** Opens the actions of a row and chooses one. */
export const rowAction = async (page: EnginePage, name: string, action: string) => {
  await page.click(inPortal('button', `More actions for ${name}`))
  await page.click(inPortal('menuitem', action))
}

/** Types into the roles of a dialog and chooses the first suggestion. */
export const chooseRole = async (page: EnginePage, within: ReturnType<typeof dialog>, role: string) => {
  await page.fill(byRole('combobox', 'Roles', { within }), role)
  await page.click(inPortal('option', new RegExp(role)))
  await page.press('Tab')
}
