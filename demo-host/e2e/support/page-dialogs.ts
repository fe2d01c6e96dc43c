import type { APIRequestContext } from '@playwright/test'
import { connectivity } from '../../../src/contract/connectivity.ts'
import { groups } from '../../../src/contract/groups.ts'
import { provisioning } from '../../../src/contract/provisioning.ts'
import { roles } from '../../../src/contract/roles.ts'
import { ssoConfigs } from '../../../src/contract/sso-configs.ts'
import { tokensTenant } from '../../../src/contract/tokens-tenant.ts'
import { tokensUser } from '../../../src/contract/tokens-user.ts'
import { pages } from '../../../src/pages/index.ts'
import type { DemoHost } from '../../server/demo-host.ts'
import { freshEmail, type Recruit, recruit } from '../sample-users.ts'
import { apiAs } from './api-as.ts'

const DAY_MS = 86_400_000

/** Of one page: what precedes a link, and the id that it is about unless it is about nothing in particular. */
interface Subjects {
  place?: string
  id?: string | undefined
  own?: Readonly<Record<string, string | undefined>>
}

const NOTHING = ''

/** One record of each kind in the account of a reseller's administrator. */
const makeRecords = async (demo: DemoHost, request: APIRequestContext, { email, id: userId }: Recruit) => {
  const { members, tenants } = demo.backend.store
  const api = await apiAs(request, demo, email)
  const name = freshEmail('dialogs').split('@')[0] ?? ''
  await api.post(roles.addRole, { name, key: name, description: '', isDefault: false, level: 0, permissions: [] })
  const role = (await api.get(roles.listRoles)).find((one) => one.name === name)
  const group = await api.post(groups.createGroup, { name, color: '#2563eb' })
  const sso = await api.post(ssoConfigs.createConfig, { type: 'saml' })
  const directory = await api.post(provisioning.createConnection, { source: 'okta', connectionName: name })
  const url = 'https://hooks.example.com/dialogs'
  const fields = { displayName: name, description: '', url, secret: 'typed-secret', isActive: true }
  await api.post(connectivity.createWebhook, { ...fields, eventKeys: ['frontegg.user.created'] })
  const webhook = (await api.get(connectivity.listWebhooks)).find(({ displayName }) => displayName === name)
  const token = { description: name, expiresInMinutes: DAY_MS / 60_000 }
  const tenantToken = await api.post(tokensTenant.createClientCredential, { ...token, roleIds: [role?.id ?? ''] })
  const ownToken = await api.post(tokensUser.createClientCredential, token)
  const [membership] = await members.list({ userId })
  const tenantId = membership?.tenantId ?? ''
  // Accounts that other tests made may have no user.
  const subAccounts = new Map((await tenants.list({ parentId: tenantId })).map((one) => [one.id, one]))
  const userBelow = (await members.list({})).find((member) => subAccounts.has(member.tenantId))
  const subAccount = subAccounts.get(userBelow?.tenantId ?? '')
  const [audit] = await demo.backend.store.audits.list({ tenantId })
  return { role, group, sso, directory, webhook, tenantToken, ownToken, subAccount, userBelow, audit }
}

const subjectsOf = (
  { email, id }: Recruit,
  {
    role,
    group,
    sso,
    directory,
    webhook,
    tenantToken,
    ownToken,
    subAccount,
    userBelow,
    audit,
  }: Awaited<ReturnType<typeof makeRecords>>,
): Readonly<Record<string, Subjects>> => {
  const inAccount = `account=${subAccount?.id}&`
  return {
    users: {
      place: `search=${email}&`,
      id,
      own: { invite: NOTHING, link: NOTHING, settings: NOTHING, import: NOTHING },
    },
    groups: { id: group.id, own: { new: NOTHING, settings: NOTHING } },
    roles: { id: role?.id, own: { new: NOTHING } },
    audits: { id: audit?.id, own: { dates: NOTHING, reports: NOTHING, value: 'action' } },
    sso: { id: sso.id, own: { new: NOTHING, troubleshoot: NOTHING } },
    provisioning: { id: directory.id, own: { new: NOTHING } },
    allAccounts: {
      id: subAccount?.id,
      own: { create: NOTHING, 'add-users': NOTHING, roles: userBelow?.userId, 'remove-user': userBelow?.userId },
      place: inAccount,
    },
    personalApiTokens: { id: ownToken.clientId, own: { new: NOTHING } },
    apiTokens: { id: tenantToken.clientId, own: { new: NOTHING } },
    webhooks: { id: webhook?._id, own: { new: NOTHING, email: NOTHING, sms: NOTHING, slack: NOTHING } },
  }
}

/**
 * The URL of every dialog that the pages declare, and who may open them all. A page whose dialogs are about something
 * that is not here yet fails.
 */
export const pageDialogs = async (demo: DemoHost, request: APIRequestContext) => {
  const boss = await recruit(demo, 'rex@reseller.test', 'Dia Boss')
  const other = await recruit(demo, 'rex@reseller.test', 'Dia Log')
  await demo.backend.store.members.update({ userId: other.id }, { temporaryUntil: Date.now() + DAY_MS })
  const subjects = subjectsOf(other, await makeRecords(demo, request, boss))
  const searches = pages.flatMap(({ id: page, slug, links = [] }) =>
    links.map((link) => {
      const { place = '', id, own = {} } = subjects[page] ?? {}
      const about = Object.hasOwn(own, link) ? own[link] : id
      if (about === undefined) throw new Error(`Nothing to open ${slug}?${link}= for`)
      return `${slug}?${place}${link}=${about}`
    }),
  )
  return { email: boss.email, searches }
}
