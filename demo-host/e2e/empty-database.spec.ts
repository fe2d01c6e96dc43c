import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { borrowServer, postgresMissing } from '../../src/testing/postgres.ts'
import { loginBox } from './models/login-box.ts'
import { adminPortal } from './models/portal.ts'
import { NEW_PASSWORD } from './sample-users.ts'
import { reach, writeFigures } from './support/figures.ts'
import { openPackedWorld } from './support/packed-world.ts'
import { SERVER_URL } from './support/start-postgres.ts'

const test = base.extend<{ figures: undefined }>({
  figures: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use, info) => {
      await use(undefined)
      writeFigures(info)
    },
    { auto: true },
  ],
})

test.use({ actionTimeout: 20_000 })

/** Time for packing, installing and the whole journey of a vendor. */
const PATIENCE_MS = 300_000
const OPERATOR = 'olga@quokka.test'
const FOUNDER = 'fay@founded.test'
const COLLEAGUE = 'kim@founded.test'

type World = Awaited<ReturnType<typeof openPackedWorld>>

/** Opens a page of the portal by its place in the menu, as a user does. */
const openPage = async (page: Page, name: string) => {
  const portal = adminPortal(page)
  if (!(await portal.element.isVisible())) await page.getByRole('button', { name: 'Open the portal' }).click()
  await portal.element.getByRole('link', { name, exact: true }).click()
  await expect(portal.title(name)).toBeVisible()
  return portal
}

const arrivesAs = async (page: Page, email: string) => {
  await page.waitForURL('**/home')
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
}

const becomesOperator = async (page: Page, link: string) => {
  await page.goto(link)
  await loginBox(page).chooseNewPassword(NEW_PASSWORD)
  await arrivesAs(page, OPERATOR)
  await openPage(page, 'All accounts')
}

const signsUp = async (page: Page, world: World) => {
  const box = loginBox(page)
  await page.goto(`${world.host}/account/sign-up`)
  await box.element.getByLabel('Full name').fill('Fay Founder')
  await box.element.getByLabel('Work email').fill(FOUNDER)
  await box.element.getByLabel('Company').fill('Founded')
  await box.password.fill(NEW_PASSWORD)
  await box.button('Create account').click()
  await expect(box.title).toHaveText('Check your email')
  await page.goto(await world.linkTo(FOUNDER))
  await arrivesAs(page, FOUNDER)
}

const invites = async (page: Page) => {
  const portal = await openPage(page, 'Users')
  await portal.button('Invite users').click()
  await portal.inviteDialog.getByLabel('Email addresses').fill(COLLEAGUE)
  await portal.chooseRole(portal.inviteDialog, 'Read only')
  await portal.inviteDialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(portal.toast(`Invitation sent to ${COLLEAGUE}`)).toBeVisible()
}

const joins = async (page: Page, world: World) => {
  await page.goto(await world.linkTo(COLLEAGUE))
  await loginBox(page).chooseNewPassword(NEW_PASSWORD)
  await arrivesAs(page, COLLEAGUE)
  await page.context().clearCookies()
  await page.goto(`${world.host}/account/login`)
  await loginBox(page).signIn(COLLEAGUE, NEW_PASSWORD)
  await arrivesAs(page, COLLEAGUE)
}

const DATABASES = postgresMissing() ? ['embedded'] : ['embedded', 'PostgreSQL']

for (const database of DATABASES)
  test(`From an empty ${database} database and the packed package, a vendor becomes the operator, and a customer signs up and invites a user, in the browser`, async ({
    browser,
  }) => {
    const serverUrl = process.env[SERVER_URL]
    test.setTimeout(PATIENCE_MS)
    const postgres = database === 'PostgreSQL' && serverUrl ? await borrowServer(serverUrl) : undefined
    const world = await openPackedWorld(postgres?.url)
    const newPage = async () => (await browser.newContext()).newPage()
    try {
      const flags = ['--name', 'Quokka', '--url', world.host, '--api-url', world.api, '--email', OPERATOR]
      const { stdout } = await world.frontEntry('init', ...flags)
      const [link = ''] = stdout.match(/http:\/\/localhost:\d+\/account\/activate\S+/) ?? []
      const written = JSON.parse(await readFile(join(world.folder, 'front-entry.config.json'), 'utf8'))
      world.publish(written.client.clientId)
      await world.serve()

      const operator = await newPage()
      await becomesOperator(operator, link)
      const founder = await newPage()
      await signsUp(founder, world)
      await invites(founder)
      await joins(await newPage(), world)
      expect(world.output()).not.toMatch(/"level":"?(error|50)/)
      reach(`From an empty ${database} database and the packed package`, 'steps by hand in the database', '0')
    } finally {
      await world.end()
      await postgres?.stop()
    }
  })
