import type { FoundRecords } from '../../../contract/additions/record-search.ts'
import type { Translate } from '../../../feature/messages.ts'
import type { CommandBarTexts } from './command-bar.messages.ts'
import type { CommandBarPort } from './command-bar-port.ts'

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
  /** Text of a page's command, or heading of its records. */
  textOf(id: string): string
  /** The user's accounts and the active one. */
  tenants: readonly { tenantId: string; name: string }[]
  activeTenantId: string | undefined
  mayWrite(permission: string): boolean
}

const pageCommands = ({ port }: Parts): Command[] =>
  port.menu.visible.map((page) => ({
    id: `page ${page.id}`,
    label: port.titleOf(page),
    icon: page.icon,
    run: () => port.go({ slug: page.slug, search: '' }),
  }))

const actionCommands = (parts: Parts): Command[] => {
  const { port, t, textOf, tenants, activeTenantId, mayWrite } = parts
  const creations = port.menu.visible.flatMap(({ slug, commands = [] }) =>
    commands
      .filter(({ needs }) => mayWrite(needs))
      .map(({ id, search, icon = 'plus' }) => ({ id, label: textOf(id), icon, run: () => port.go({ slug, search }) })),
  )
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

/** What the search found, page by page; records of a page the caller may not open are left out. */
const recordGroups = ({ port, textOf }: Parts, found: FoundRecords): CommandGroup[] =>
  port.menu.visible.flatMap(({ slug, records }) => {
    if (!records) return []
    const { kind, icon, search } = records
    const commands = found[kind].map((record) => ({
      id: `${kind} ${record.id}`,
      label: record.name,
      note: record.note,
      icon,
      run: () => port.go({ slug, search: search(record) }),
    }))
    return [{ id: kind, title: textOf(records.id), commands }]
  })

/** More of one group would hide the others. */
const MAX_SHOWN = 5

/** What the bar offers for a text: of each group five at most, but all pages while nothing is typed. */
export const commandsFor = (parts: Parts, text: string, found: FoundRecords | undefined): CommandGroup[] => {
  const { t } = parts
  const isAsked = text.trim() !== ''
  const pages = matching(pageCommands(parts), text)
  return [
    { id: 'pages', title: t('groupPages'), commands: isAsked ? pages.slice(0, MAX_SHOWN) : pages },
    { id: 'actions', title: t('groupActions'), commands: matching(actionCommands(parts), text).slice(0, MAX_SHOWN) },
    ...(isAsked && found ? recordGroups(parts, found) : []),
  ].filter(({ commands }) => commands.length > 0)
}
