import type { FoundRecord, FoundRecords } from '../../../contract/search.ts'
import type { PageDefinition } from '../../../feature/define-page.ts'
import type { PageCommand } from '../../../feature/page-facts.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { joinPath } from '../../../rules/account-path.ts'
import type { Menu } from '../navigation.ts'
import type { PortalRoute } from '../portal-hash.ts'
import type { CommandBarTexts } from './command-bar.messages.ts'
import type { RecentItem, RecordKind } from './recent.ts'

/**
 * The parts of the shell that the command bar uses. The bar is a chunk of its own, which loads when its keys are first
 * pressed.
 */
export interface CommandBarPort {
  menu: Menu
  /** Returns the title of a page in the menu. */
  titleOf(page: PageDefinition): string
  /** Navigates to a place in the portal; asks first when there are unsaved changes. */
  go(route: PortalRoute): void
  switchTenant(tenant: { tenantId: string; name: string }): void
  signOut(): void
  /** Returns the text that was typed while the bar was loading. */
  typed(): string
  close(): void
}

/** A record that was found, with its kind. */
export interface Subject {
  kind: RecordKind
  record: FoundRecord
}

/** One command of the command bar; the list, the keyboard and the mouse use the same object. */
export interface Command {
  id: string
  label: string
  note?: string | undefined
  icon: string
  /** Shown instead of the icon, for users and accounts. */
  avatar?: { name: string; src?: string | undefined; shape: 'round' | 'square' }
  /** Synonyms that find the command in addition to its label. */
  keywords?: string
  /** Item that the bar remembers after it runs. */
  recent?: RecentItem
  /** Record that has commands of its own. */
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
  /** Returns the text of a page's command, or the heading of its records. */
  commandTextOf(id: string): string
  /** Returns the synonyms of a page or a command. */
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
  /** Record whose commands replace all others. */
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
  const { port, t, commandTextOf, keywordsOf } = parts
  const ofPages = port.menu.visible.flatMap(({ slug, commands = [] }) =>
    commands.filter(isPermitted(parts)).map(({ id, search, icon = 'plus' }) => ({
      id,
      label: commandTextOf(id),
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

/**
 * Returns the commands that match every word, in any order; matches in the label come before matches in keywords only.
 */
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

/** Returns search results, page by page; records of pages that the caller may not open are omitted. */
const recordGroups = (parts: Parts, found: FoundRecords): CommandGroup[] =>
  parts.port.menu.visible.flatMap((page) => {
    const { records } = page
    if (!records) return []
    const commands = found[records.kind].flatMap((record) => recordCommand(parts, page, record))
    return [{ id: records.kind, title: parts.commandTextOf(records.id), commands }]
  })

/** Returns the commands for one record. */
const subjectCommands = (parts: Parts, { kind, record }: Subject): Command[] => {
  const { port, t, commandTextOf, keywordsOf } = parts
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
      label: commandTextOf(id),
      icon,
      keywords: keywordsOf(id),
      run: () => port.go({ slug: page.slug, search: search(record) }),
    })),
  ]
}

/** Returns items that were opened here before and that the caller may still open. */
const recentCommands = (parts: Parts): Command[] =>
  parts.recent.flatMap((item) => {
    const { visible } = parts.port.menu
    if (item.kind === 'page') return visible.filter(({ id }) => id === item.id).map((page) => pageCommand(parts, page))
    const page = visible.find(({ records }) => records?.kind === item.kind)
    return page ? recordCommand(parts, page, item) : []
  })

/** More results of one group would hide the other groups. */
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

/** Returns the commands for a search text: at most five per group, but all pages while the text is empty. */
export const commandsFor = (parts: Parts, search: Search): CommandGroup[] => {
  const { text, subject } = search
  const wanted = () => (text.trim() === '' ? everything(parts) : matches(parts, search))
  const groups = subject
    ? [{ id: 'subject', title: subject.record.name, commands: matching(subjectCommands(parts, subject), text) }]
    : wanted()
  return groups.filter(({ commands }) => commands.length > 0)
}
