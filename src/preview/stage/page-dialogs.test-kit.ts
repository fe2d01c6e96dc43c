import { tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { groups } from '../../contract/groups.ts'
import { provisioning } from '../../contract/provisioning.ts'
import { roles } from '../../contract/roles.ts'
import { ssoConfigs } from '../../contract/sso.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { pages } from '../../pages/index.ts'
import type { Backstage } from './backstage.test-kit.ts'

const DAY_MS = 86_400_000
const DAY_MINUTES = 1_440

/** Links of one page: the text before a link's ID, and the ID of its subject, unless it has none. */
interface Subjects {
  place?: string
  id?: string | undefined
  own?: Readonly<Record<string, string | undefined>>
}

const NOTHING = ''

/** Dialogs that only the operator of all accounts opens. */
const OF_OPERATOR = ['suspend', 'resume', 'status']

interface Administrator {
  id: string
  email: string
}

/** Creates one record of each kind in the account of a reseller's administrator. */
const makeRecords = async (backstage: Backstage, { email, id: userId }: Administrator) => {
  const { members, tenants, audits } = backstage.store
  const api = await backstage.as(email)
  const name = 'Dialogs'
  await api(roles.addRole, {
    body: { name, key: name, description: '', isDefault: false, level: 0, permissions: [] },
  })
  const role = (await api(roles.listRoles)).find((one) => one.name === name)
  const group = await api(groups.createGroup, { body: { name, color: '#2563eb' } })
  const sso = await api(ssoConfigs.createConfig, { body: { type: 'saml' } })
  const directory = await api(provisioning.createConnection, { body: { source: 'okta', connectionName: name } })
  const url = 'https://hooks.example.com/dialogs'
  const fields = { displayName: name, description: '', url, secret: 'typed-secret', isActive: true }
  await api(connectivity.createWebhook, { body: { ...fields, eventKeys: ['frontegg.user.created'] } })
  const webhook = (await api(connectivity.listWebhooks)).find(({ displayName }) => displayName === name)
  const token = { description: name, expiresInMinutes: DAY_MINUTES }
  const tenantToken = await api(tokensTenant.createClientCredential, { body: { ...token, roleIds: [role?.id ?? ''] } })
  const ownToken = await api(tokensUser.createClientCredential, { body: token })
  const [membership] = await members.list({ userId })
  const tenantId = membership?.tenantId ?? ''
  const subAccounts = new Map((await tenants.list({ parentId: tenantId })).map((one) => [one.id, one]))
  const userBelow = (await members.list({})).find((member) => subAccounts.has(member.tenantId))
  const subAccount = subAccounts.get(userBelow?.tenantId ?? '')
  const [audit] = await audits.list({ tenantId })
  return { role, group, sso, directory, webhook, tenantToken, ownToken, subAccount, userBelow, audit }
}

type Made = Awaited<ReturnType<typeof makeRecords>>

const subjectsOf = ({ email, id }: Administrator, made: Made): Readonly<Record<string, Subjects>> => ({
  users: {
    place: `search=${email}&`,
    id,
    own: { invite: NOTHING, link: NOTHING, settings: NOTHING, import: NOTHING },
  },
  groups: { id: made.group.id, own: { new: NOTHING, settings: NOTHING } },
  roles: { id: made.role?.id, own: { new: NOTHING } },
  audits: { id: made.audit?.id, own: { dates: NOTHING, reports: NOTHING, value: 'action' } },
  sso: { id: made.sso.id, own: { new: NOTHING, troubleshoot: NOTHING } },
  provisioning: { id: made.directory.id, own: { new: NOTHING } },
  allAccounts: {
    id: made.subAccount?.id,
    own: {
      create: NOTHING,
      'add-users': NOTHING,
      roles: made.userBelow?.userId,
      'remove-user': made.userBelow?.userId,
    },
    place: `account=${made.subAccount?.id}&`,
  },
  personalApiTokens: { id: made.ownToken.clientId, own: { new: NOTHING } },
  apiTokens: { id: made.tenantToken.clientId, own: { new: NOTHING } },
  webhooks: { id: made.webhook?._id, own: { new: NOTHING, email: NOTHING, sms: NOTHING, slack: NOTHING } },
})

/**
 * Returns the URL of every dialog that the pages declare, and a user who may open them all. A page whose dialogs have a
 * subject that is missing here fails. Dialogs of the operator have views of their own in the page's tests.
 */
export const pageDialogs = async (backstage: Backstage) => {
  const boss = await backstage.recruit('rex@reseller.test', 'Dia Boss')
  const other = await backstage.recruit('rex@reseller.test', 'Dia Log')
  await backstage.store.members.update({ userId: other.id }, { temporaryUntil: Date.now() + DAY_MS })
  const subjects = subjectsOf(other, await makeRecords(backstage, boss))
  const searches = pages.flatMap(({ id: page, slug, links = [] }) =>
    links.flatMap((link) => {
      if (OF_OPERATOR.includes(link)) return []
      const { place = '', id, own = {} } = subjects[page] ?? {}
      const about = Object.hasOwn(own, link) ? own[link] : id
      if (about === undefined) throw new Error(`Nothing to open ${slug}?${link}= for`)
      return `${slug}?${place}${link}=${about}`
    }),
  )
  return { email: boss.email, searches }
}
