import type { FoundRecord, FoundRecords } from '../../../contract/additions/record-search.ts'
import type { PageDefinition } from '../../../feature/define-page.ts'
import type { PageCommand } from '../../../feature/page-facts.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { joinPath } from '../../../rules/account-path.ts'
import type { CommandBarTexts } from './command-bar.messages.ts'
import type { CommandBarPort } from './command-bar-port.ts'
import type { RecentItem, RecordKind } from './recent.ts'

/** A record that was found, and whose it is. */
export interface Subject {
  kind: RecordKind
  record: FoundRecord
}

/** One thing the command bar can do; the list, the keys and the mouse read the same object. */
export interface Command {
  id: string
  label: string
  note?: string | undefined
  icon: string
  /** In place of the icon, for users and accounts. */
  avatar?: { name: string; src?: string | undefined; shape: 'round' | 'square' }
  /** Words that find it besides its label. */
  keywords?: string
  /** What the bar remembers when it is run. */
  recent?: RecentItem
  /** The record that has commands of its own. */
  subject?: Subject
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
  /** Other words that find a page or a command. */
  keywordsOf(id: string): string
  /** The user's accounts and the active one. */
  tenants: readonly { tenantId: string; name: string }[]
  activeTenantId: string | undefined
  mayWrite(permission: string): boolean
  recent: readonly RecentItem[]
}

interface Search {
  text: string
  found: FoundRecords | undefined
  /** The record whose commands are offered instead of everything else. */
  subject: Subject | undefined
}

const isPermitted =
  ({ mayWrite }: Parts) =>
  ({ needs }: Pick<PageCommand, 'needs'>) =>
    !needs || mayWrite(needs)

const pageCommand = ({ port, keywordsOf }: Parts, page: PageDefinition): Command => ({
  id: `page ${page.id}`,
  label: port.titleOf(page),
  icon: page.icon,
  keywords: keywordsOf(page.id),
  recent: { kind: 'page', id: page.id },
  run: () => port.go({ slug: page.slug, search: '' }),
})

const switchCommands = ({ port, t, tenants, activeTenantId }: Parts): Command[] =>
  tenants
    .filter(({ tenantId }) => tenantId !== activeTenantId)
    .map((tenant) => ({
      id: `switch ${tenant.tenantId}`,
      label: t('switchTo', { name: tenant.name }),
      icon: 'sync',
      avatar: { name: tenant.name, shape: 'square' },
      keywords: t('switchKeywords'),
      run: () => port.switchTenant(tenant),
    }))

const actionCommands = (parts: Parts): Command[] => {
  const { port, t, textOf, keywordsOf } = parts
  const ofPages = port.menu.visible.flatMap(({ slug, commands = [] }) =>
    commands.filter(isPermitted(parts)).map(({ id, search, icon = 'plus' }) => ({
      id,
      label: textOf(id),
      icon,
      keywords: keywordsOf(id),
      run: () => port.go({ slug, search }),
    })),
  )
  const signOut = {
    id: 'sign-out',
    label: t('signOut'),
    icon: 'logout',
    keywords: t('signOutKeywords'),
    run: port.signOut,
  }
  return [...ofPages, ...switchCommands(parts), signOut]
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Every word has to occur, in whatever order; what has them in its label is before what only other words find. */
const matching = (commands: readonly Command[], text: string): Command[] => {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const isIn = (where: string) => words.every((word) => fold(where).includes(word))
  const [named, others] = [commands.filter(({ label }) => isIn(label)), commands.filter(({ label }) => !isIn(label))]
  return [...named, ...others.filter(({ label, keywords = '' }) => isIn(`${label} ${keywords}`))]
}

const FACES = { users: 'round', accounts: 'square' } as const satisfies Partial<Record<RecordKind, string>>

const recordCommand = ({ port }: Parts, page: PageDefinition, record: FoundRecord): Command[] => {
  const { slug, records } = page
  if (!records) return []
  const { kind, icon, search, commands } = records
  const { id, name } = record
  const note = record.note ?? (record.path && joinPath(record.path))
  const shape = kind === 'users' || kind === 'accounts' ? FACES[kind] : undefined
  return [
    {
      id: `${kind} ${id}`,
      label: name,
      note,
      icon,
      ...(shape && { avatar: { name, src: record.pictureUrl, shape } }),
      recent: { kind, id, name, ...(note !== undefined && { note }) },
      ...(commands && { subject: { kind, record } }),
      run: () => port.go({ slug, search: search(record) }),
    },
  ]
}

/** What the search found, page by page; records of a page the caller may not open are left out. */
const recordGroups = (parts: Parts, found: FoundRecords): CommandGroup[] =>
  parts.port.menu.visible.flatMap((page) => {
    const { records } = page
    if (!records) return []
    const commands = found[records.kind].flatMap((record) => recordCommand(parts, page, record))
    return [{ id: records.kind, title: parts.textOf(records.id), commands }]
  })

/** What can be done with one record. */
const subjectCommands = (parts: Parts, { kind, record }: Subject): Command[] => {
  const { port, t, textOf, keywordsOf } = parts
  const page = port.menu.visible.find(({ records }) => records?.kind === kind)
  if (!page) return []
  const [open] = recordCommand(parts, page, record)
  const others = page.records?.commands?.filter(isPermitted(parts)) ?? []
  return [
    ...(open
      ? [{ ...open, label: t('open'), note: undefined, icon: 'arrow-right', avatar: undefined, subject: undefined }]
      : []),
    ...others.map(({ id, icon = 'edit', search }) => ({
      id,
      label: textOf(id),
      icon,
      keywords: keywordsOf(id),
      run: () => port.go({ slug: page.slug, search: search(record) }),
    })),
  ]
}

/** What was opened here before, as far as the caller may still open it. */
const recentCommands = (parts: Parts): Command[] =>
  parts.recent.flatMap((item) => {
    const { visible } = parts.port.menu
    if (item.kind === 'page') return visible.filter(({ id }) => id === item.id).map((page) => pageCommand(parts, page))
    const page = visible.find(({ records }) => records?.kind === item.kind)
    return page ? recordCommand(parts, page, item) : []
  })

/** More of one group would hide the others. */
const MAX_SHOWN = 5

const everything = (parts: Parts): CommandGroup[] => {
  const { port, t } = parts
  const recent = recentCommands(parts).map((command) => ({ ...command, id: `recent ${command.id}` }))
  const pages = port.menu.visible.map((page) => pageCommand(parts, page))
  return [
    { id: 'recent', title: t('groupRecent'), commands: recent },
    { id: 'pages', title: t('groupPages'), commands: pages },
    { id: 'actions', title: t('groupActions'), commands: actionCommands(parts).slice(0, MAX_SHOWN) },
  ]
}

const matches = (parts: Parts, { text, found }: Search): CommandGroup[] => {
  const { port, t } = parts
  const pages = port.menu.visible.map((page) => pageCommand(parts, page))
  return [
    { id: 'pages', title: t('groupPages'), commands: matching(pages, text).slice(0, MAX_SHOWN) },
    { id: 'actions', title: t('groupActions'), commands: matching(actionCommands(parts), text).slice(0, MAX_SHOWN) },
    ...(found ? recordGroups(parts, found) : []),
  ]
}

/** What the bar offers for a text: of each group five at most, but all pages while nothing is typed. */
export const commandsFor = (parts: Parts, search: Search): CommandGroup[] => {
  const { text, subject } = search
  const wanted = () => (text.trim() === '' ? everything(parts) : matches(parts, search))
  const groups = subject
    ? [{ id: 'subject', title: subject.record.name, commands: matching(subjectCommands(parts, subject), text) }]
    : wanted()
  return groups.filter(({ commands }) => commands.length > 0)
}
