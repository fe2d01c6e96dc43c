import type { FoundRecord, FoundRecords } from '../../../contract/additions.ts'
import type { Translate } from '../../../feature/messages.ts'
import type { CommandBarPort } from '../command-bar-context.ts'
import type { CommandBarTexts } from './command-bar.messages.ts'

/** One thing the command bar can do; the list, the keys and the mouse read the same object. */
export interface Command {
  id: string
  label: string
  note?: string | undefined
  icon: string
  run(): void
}

export interface CommandGroup {
  id: string
  title: string
  commands: readonly Command[]
}

interface Parts {
  port: CommandBarPort
  t: Translate<CommandBarTexts>
  /** The person's accounts and the one she is in. */
  tenants: readonly { tenantId: string; name: string }[]
  activeTenantId: string | undefined
  mayWrite(permission: string): boolean
}

/** Deep links of what is made most. */
const CREATIONS = [
  { page: 'groups', search: 'new', text: 'createGroup', needs: 'fe.secure.write.groups' },
  { page: 'roles', search: 'new', text: 'createRole', needs: 'fe.secure.write.roles' },
  {
    page: 'personalApiTokens',
    search: 'new',
    text: 'createPersonalToken',
    needs: 'fe.secure.write.userApiTokens',
  },
  { page: 'apiTokens', search: 'new', text: 'createToken', needs: 'fe.secure.write.tenantApiTokens' },
  { page: 'allAccounts', search: 'create', text: 'createAccount', needs: 'fe.account-hierarchy.write.subAccount' },
] as const

/** Where a record is opened: its page and what its deep link says. */
const PLACES = {
  users: {
    page: 'users',
    icon: 'user',
    search: ({ note, name }: FoundRecord) => `search=${encodeURIComponent(note ?? name)}`,
  },
  groups: { page: 'groups', icon: 'groups', search: ({ id }: FoundRecord) => `group=${encodeURIComponent(id)}` },
  roles: { page: 'roles', icon: 'roles', search: ({ id }: FoundRecord) => `role=${encodeURIComponent(id)}` },
  accounts: {
    page: 'allAccounts',
    icon: 'accounts',
    search: ({ id }: FoundRecord) => `account=${encodeURIComponent(id)}`,
  },
} as const

const TITLES = {
  users: 'groupUsers',
  groups: 'groupGroups',
  roles: 'groupRoles',
  accounts: 'groupAccounts',
} as const satisfies Record<keyof FoundRecords, keyof CommandBarTexts>

const pageOf = ({ port }: Parts, id: string) => port.menu.visible.find((page) => page.id === id)

const pageCommands = ({ port }: Parts): Command[] =>
  port.menu.visible.map(({ id, slug, icon }) => ({
    id: `page ${id}`,
    label: port.titleOf(id),
    icon,
    run: () => port.go({ slug, search: '' }),
  }))

const actionCommands = (parts: Parts): Command[] => {
  const { port, t, tenants, activeTenantId, mayWrite } = parts
  const creations = CREATIONS.flatMap(({ page, search, text, needs }): Command[] => {
    const place = pageOf(parts, page)
    if (!place || !mayWrite(needs)) return []
    const run = () => port.go({ slug: place.slug, search: `${search}=` })
    return [{ id: `create ${page}`, label: t(text), icon: 'plus', run }]
  })
  const switches = tenants
    .filter(({ tenantId }) => tenantId !== activeTenantId)
    .map((tenant) => ({
      id: `switch ${tenant.tenantId}`,
      label: t('switchTo', { name: tenant.name }),
      icon: 'sync',
      run: () => port.switchTenant(tenant),
    }))
  return [...creations, ...switches, { id: 'sign-out', label: t('signOut'), icon: 'logout', run: port.signOut }]
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Every word has to occur, in whatever order. */
const matching = (commands: readonly Command[], text: string): Command[] => {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return commands.filter(({ label }) => words.every((word) => fold(label).includes(word)))
}

const recordCommands = (parts: Parts, kind: keyof FoundRecords, records: readonly FoundRecord[]): Command[] => {
  const { page, icon, search } = PLACES[kind]
  const place = pageOf(parts, page)
  if (!place) return []
  return records.map((record) => ({
    id: `${kind} ${record.id}`,
    label: record.name,
    note: record.note,
    icon,
    run: () => parts.port.go({ slug: place.slug, search: search(record) }),
  }))
}

/** More actions than this crowd out what was asked for. */
const MOST = 5

const KINDS = ['users', 'groups', 'roles', 'accounts'] as const satisfies (keyof FoundRecords)[]

/** What the bar offers for a text: of each group five at most, but all pages while nothing is typed. */
export const commandsFor = (parts: Parts, text: string, found: FoundRecords | undefined): CommandGroup[] => {
  const { t } = parts
  const isAsked = text.trim() !== ''
  const pages = matching(pageCommands(parts), text)
  return [
    { id: 'pages', title: t('groupPages'), commands: isAsked ? pages.slice(0, MOST) : pages },
    { id: 'actions', title: t('groupActions'), commands: matching(actionCommands(parts), text).slice(0, MOST) },
    ...KINDS.map((kind) => ({
      id: kind,
      title: t(TITLES[kind]),
      commands: isAsked && found ? recordCommands(parts, kind, found[kind]) : [],
    })),
  ].filter(({ commands }) => commands.length > 0)
}
