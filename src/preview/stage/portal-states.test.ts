import { expect } from 'chai'
import type { PageDefinition } from '../../feature/define-page.ts'
import { pages } from '../../pages/index.ts'
import { allByRole } from '../../testing/by-role.ts'
import { type Backstage, openBackstage, type Route } from './backstage.test-kit.ts'
import { createInspector } from './inspector.test-kit.ts'
import { applyLook, DESK } from './looks.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

const REASON = 'Down for repairs'
const NOTHING = { items: [], _metadata: { totalItems: 0, totalPages: 0 }, _links: {}, data: [], total: 0 }

interface States {
  /** Text for an account without records; the `emptyTitle` of the page's texts unless set. */
  empty?: string
  /** Call that returns nothing, if the sample account has records. */
  lists?: RegExp
}

const STATES: Readonly<Record<string, States>> = {
  profile: { empty: 'No phone numbers yet' },
  privacy: { empty: 'No second factors yet' },
  // The account always has a name; its other fields may be empty.
  account: { empty: 'Company name' },
  users: { empty: 'No users yet', lists: /\/fe\/v1\/members\?/ },
  groups: { empty: 'No groups yet', lists: /\/fe\/v1\/groups\?/ },
  roles: { empty: 'No roles yet', lists: /\/fe\/v1\/roles\?/ },
  // An account without any set-up has many recommendations.
  security: { empty: 'Require two-factor authentication' },
  audits: { empty: 'No events yet', lists: /\/audits\?/ },
  provisioning: { empty: 'No connections yet', lists: /\/configurations\/scim2$/ },
  allAccounts: { empty: 'No sub-accounts yet' },
  subscriptions: { empty: 'No invoices yet', lists: /\/billing\/invoices\/v1$/ },
  usage: { lists: /\/fe\/v1\/usage$/ },
  personalApiTokens: { empty: 'No tokens yet' },
  apiTokens: { empty: 'No tokens yet', lists: /\/tenants\/api-tokens\/v1$/ },
  webhooks: { empty: 'No webhooks yet', lists: /\/webhook$/ },
}

const emptyTextOf = async ({ id, slug }: PageDefinition): Promise<string> => {
  const { empty } = STATES[id] ?? {}
  if (empty) return empty
  const texts = await import(`../../pages/${slug}/${slug}.messages.ts`)
  return texts[`${id}Messages`].texts.emptyTitle
}

/** Creates a gate that holds back, refuses or passes every request to the API. */
const createGate = () => {
  const held: ((response: Response) => void)[] = []
  let mode: 'pass' | 'hold' | 'fail' = 'pass'
  let lists: RegExp | undefined
  const refusal = () => Response.json({ errors: [REASON] }, { status: 400 })
  const route: Route = (request) => {
    if (mode === 'hold') return new Promise((resolve) => held.push(resolve))
    if (mode === 'fail') return refusal()
    return lists?.test(request.url) ? Response.json(NOTHING) : undefined
  }
  return {
    route,
    hold() {
      mode = 'hold'
    },
    fail() {
      mode = 'fail'
      for (const end of held.splice(0)) end(refusal())
    },
    /** Passes requests from now on; those that match `empty` return nothing. */
    pass(empty?: RegExp) {
      mode = 'pass'
      lists = empty
    },
  }
}

const retriesOf = (portal: Portal) => allByRole(portal.shadow, 'button', 'Try again')

/** One button loads all failed parts of a page again. */
const tryAgain = async (portal: Portal) => {
  retriesOf(portal)[0]?.click()
  await until('no failed part', () => retriesOf(portal).length === 0)
  await portal.settled()
}

const menuOf = ({ shadow }: Portal) => [...shadow.querySelectorAll('nav a')].map((link) => link.textContent?.trim())

const needPermission = pages.filter(({ permissions, slug }) => permissions.length > 0 && slug !== 'privacy')

describe('a page of the portal', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  const open = async (place: string) => {
    await portal?.close()
    portal = await openPortal(backstage, place)
    return portal
  }
  before(async () => {
    backstage = await openBackstage()
    await applyLook(DESK)
  })
  afterEach(async () => {
    await portal?.close()
    portal = undefined
    backstage.intercept()
  })

  for (const definition of pages) {
    const { id, slug } = definition
    it(`shows that it loads, that it failed and what it is for while it is empty, accessibly: ${id}`, async () => {
      const inspector = createInspector()
      const { email } = await backstage.recruit('ada@acme.test', 'Sta Tes')
      await backstage.signIn(email)
      const own = await open('nowhere')
      await own.find('heading', 'Page not found')
      const gate = createGate()
      backstage.intercept(gate.route)
      gate.hold()
      own.go(slug)
      await until(
        'the skeleton',
        () => own.content()?.querySelector('h1') && own.content()?.querySelector('.fe-skeleton'),
      )
      await inspector.look(`${id} loading`, own)
      gate.fail()
      await own.text(REASON)
      await inspector.look(`${id} failed`, own)
      await own.settled()
      expect(retriesOf(own), 'buttons to try again').to.have.lengthOf(1)
      expect(own.content()?.textContent?.split(REASON), 'text around the one reason').to.have.lengthOf(2)
      gate.pass(STATES[id]?.lists)
      await tryAgain(own)
      await own.text(await emptyTextOf(definition))
      await inspector.look(`${id} empty`, own)
      inspector.end()
    })
  }

  it('shows an explanation to a user without permission for it, and the menu does not list it', async () => {
    const newUser = await backstage.recruit('mel@acme.test', 'Out Sider')
    await backstage.store.members.update({ userId: newUser.id }, { roleIds: '[]' })
    await backstage.signIn(newUser.email)
    const own = await open('profile')
    await own.find('heading', 'Profile')
    expect(menuOf(own)).to.deep.equal(['Profile', 'Privacy'])
    for (const { slug } of needPermission) {
      own.go(slug)
      await own.find('heading', 'You don’t have access to this page')
      own.go('profile')
      await own.find('heading', 'Profile')
    }
    expect(needPermission.length).to.be.above(10)
  })

  it('needs its key, though every user may see it, where the vendor forces permissions', async () => {
    const newUser = await backstage.recruit('mel@acme.test', 'Keyless Kay')
    await backstage.store.members.update({ userId: newUser.id }, { roleIds: '[]' })
    await backstage.signIn(newUser.email)
    const restore = await backstage.setPolicy('public-policy', { forcePermissions: true })
    const forced = await open('profile')
    await forced.find('heading', 'Profile')
    await until('the short menu', () => menuOf(forced).join() === 'Profile')
    forced.go('privacy')
    await forced.find('heading', 'You don’t have access to this page')
    await restore()
    const free = await open('privacy')
    await free.find('heading', 'Privacy')
    expect(menuOf(free)).to.deep.equal(['Profile', 'Privacy'])
  })
})
