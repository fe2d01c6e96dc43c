import { expect } from 'chai'
import { session } from '../../contract/session.ts'
import { members } from '../../contract/users.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

/** Values of fields that other backends lack, or have in another form. */
const ODD: readonly [name: string, value: unknown][] = [
  ['absent', undefined],
  ['null', null],
  ['an empty string', ''],
  ['a text', 'text'],
  ['a number', 7],
  ['a flag', true],
  ['an object', { x: 1 }],
  ['a list', [null, 7]],
]

/** Without its ID, a user can't be listed or signed in. */
const NEEDED = ['id', 'tenantId']

const oddUser = (user: unknown, value: unknown): unknown =>
  isRecord(user)
    ? Object.fromEntries(Object.entries(user).map(([name, own]) => [name, NEEDED.includes(name) ? own : value]))
    : user

/** Replaces every field of the users in the responses to one path. */
const respondOdd = (backstage: Backstage, path: string, value: unknown) => {
  let responded = 0
  backstage.intercept(async (request, pass) => {
    if (!new URL(request.url).pathname.endsWith(path) || request.method !== 'GET') return undefined
    const body = await (await pass()).json()
    responded += 1
    const odd = Array.isArray(body.items)
      ? { ...body, items: body.items.map((user: unknown) => oddUser(user, value)) }
      : oddUser({ profileImage: null, phoneNumber: null, groups: [], lastLogin: null, ...body }, value)
    return Response.json(odd)
  })
  return { responded: () => responded }
}

describe('a page about users whose fields are absent or odd', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    backstage = await openBackstage()
    await backstage.signIn('ada@acme.test')
  })
  afterEach(async () => {
    await portal?.close()
    portal = undefined
    backstage.intercept()
  })

  const whole = (shadow: ShadowRoot) => {
    expect(shadow.textContent).to.not.match(
      /Something went wrong|could(?:n’t|n't) be shown|\[object Object\]|undefined|NaN/,
    )
  }

  for (const [name, value] of ODD) {
    it(`renders the profile and the header if every field is ${name}`, async function () {
      this.timeout(20_000)
      const odd = respondOdd(backstage, session.getProfile.path, value)
      portal = await openPortal(backstage, 'profile')
      await portal.find('heading', 'Profile')
      await portal.settled()
      whole(portal.shadow)
      await portal.find('field', /^Name/)
      expect(odd.responded()).to.be.above(0)
    })

    it(`renders the list of users and the details of one if every field is ${name}`, async function () {
      this.timeout(20_000)
      const odd = respondOdd(backstage, members.listMembers.path, value)
      portal = await openPortal(backstage, 'users')
      const { shadow } = portal
      await portal.find('heading', 'Users')
      await portal.settled()
      const cell = await until('a user', () => shadow.querySelector<HTMLElement>('tbody td[data-column="lastLogin"]'))
      cell.click()
      await until('the details', () => shadow.querySelector('dialog[open] h2'))
      await portal.settled()
      whole(shadow)
      expect(odd.responded()).to.be.above(0)
    })
  }
})
