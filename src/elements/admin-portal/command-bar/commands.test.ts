import { expect } from 'chai'
import type { FoundRecords } from '../../../contract/search.ts'
import type { PageDefinition } from '../../../feature/define-page.ts'
import { pages } from '../../../pages/index.ts'
import { type CommandBarPort, commandsFor, type Subject } from './commands.ts'
import type { RecentItem } from './recent.ts'

const page = (id: string) => pages.find((known) => known.id === id) as PageDefinition // every ID in this test is a page

const setUp = (pages: readonly string[], held: readonly string[] = [], recent: readonly RecentItem[] = []) => {
  const went: string[] = []
  const port: CommandBarPort = {
    menu: { visible: pages.map(page), placeOf: () => ({ kind: 'unknown' }) },
    titleOf: ({ id }) => `Page ${id}`,
    go: ({ slug, search }) => void went.push(`${slug}?${search}`),
    switchTenant: ({ tenantId }) => void went.push(`tenant ${tenantId}`),
    signOut: () => void went.push('out'),
    typed: () => '',
    close: () => undefined,
  }
  const parts = {
    port,
    t: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
    commandTextOf: (id: string) => id,
    keywordsOf: (id: string) => KEYWORDS[id] ?? '',
    recent,
    tenants: [
      { tenantId: 'a', name: 'Acme' },
      { tenantId: 'g', name: 'Globex' },
    ],
    activeTenantId: 'a',
    mayWrite: (key: string) => held.includes(key),
  }
  const labels = (text: string, found?: FoundRecords, subject?: Subject) =>
    commandsFor(parts, { text, found, subject }).map(({ id, commands }) => [id, commands.map(({ label }) => label)])
  const notes = (text: string, found: FoundRecords) =>
    commandsFor(parts, { text, found, subject: undefined }).flatMap(({ commands }) => commands.map(({ note }) => note))
  const run = (text: string, id: string, found?: FoundRecords, subject?: Subject) => {
    const all = commandsFor(parts, { text, found, subject }).flatMap(({ commands }) => commands)
    all.find((command) => command.id === id)?.run()
    return went.at(-1)
  }
  return { labels, notes, run }
}

const KEYWORDS: Readonly<Record<string, string>> = { roles: 'permissions rbac', createRole: 'new' }

const FOUND: FoundRecords = {
  users: [{ id: 'u', name: 'Mel Ortiz', note: 'mel@acme.test' }],
  groups: [{ id: 'g', name: 'Melbourne' }],
  roles: [{ id: 'r', name: 'Mellow' }],
  accounts: [{ id: 't', name: 'Melkor & Sons', path: ['Northwind', 'Europe'] }],
}

describe('the command bar', () => {
  it('lists all pages and permitted actions before anything is typed', () => {
    const { labels } = setUp(['users', 'roles'], ['fe.secure.write.roles', 'fe.secure.write.groups'])
    expect(labels('')).to.deep.equal([
      ['pages', ['Page users', 'Page roles']],
      ['actions', ['createRole', 'switchTo Globex', 'signOut']],
    ])
  })

  it('matches every word, regardless of case, accents and order', () => {
    const { labels } = setUp(['users', 'roles'])
    expect(labels('ROLÉS pa')).to.deep.equal([['pages', ['Page roles']]])
    expect(labels('nothing like it')).to.deep.equal([])
  })

  it('lists only found records whose page is permitted', () => {
    const { labels, run } = setUp(['users', 'allAccounts'])
    expect(labels('mel', FOUND)).to.deep.equal([
      ['users', ['Mel Ortiz']],
      ['accounts', ['Melkor & Sons']],
    ])
    expect(run('mel', 'users u', FOUND)).to.equal('users?search=mel%40acme.test&details=u')
    expect(run('mel', 'accounts t', FOUND)).to.equal('all-accounts?account=t')
  })

  it('matches synonyms too, after labels that contain them', () => {
    const { labels } = setUp(['users', 'roles'], ['fe.secure.write.roles', 'fe.secure.write.users'])
    expect(labels('rbac')).to.deep.equal([['pages', ['Page roles']]])
    expect(labels('new')).to.deep.equal([['actions', ['createRole']]])
    expect(labels('create new')).to.deep.equal([['actions', ['createRole']]])
  })

  it('shows recent items of permitted pages, and none of them during a search', () => {
    const recent = [
      { kind: 'users', id: 'u', name: 'Mel Ortiz' },
      { kind: 'groups', id: 'g', name: 'Melbourne' },
      { kind: 'page', id: 'users' },
    ] as const
    const { labels, run } = setUp(['users'], [], recent)
    expect(labels('')[0]).to.deep.equal(['recent', ['Mel Ortiz', 'Page users']])
    expect(labels('ortiz')).to.deep.equal([])
    expect(run('', 'recent users u')).to.equal('users?search=Mel%20Ortiz&details=u')
  })

  it('lists the permitted actions for a found user, with the page’s dialogs', () => {
    const [record] = FOUND.users
    if (!record) throw new Error('no user')
    const { labels, run } = setUp(['users'], ['fe.secure.write.usersRoles'])
    const subject: Subject = { kind: 'users', record }
    expect(labels('', FOUND, subject)).to.deep.equal([['subject', ['open', 'editUserRoles']]])
    expect(labels('roles', FOUND, subject)).to.deep.equal([['subject', ['editUserRoles']]])
    expect(run('', 'editUserRoles', FOUND, subject)).to.equal('users?search=mel%40acme.test&roles=u')
    expect(setUp(['users']).labels('', FOUND, subject)).to.deep.equal([['subject', ['open']]])
  })

  it('shows the path of an account next to its name', () => {
    const { notes } = setUp(['allAccounts'])
    expect(notes('mel', FOUND)).to.deep.equal(['Northwind › Europe'])
  })

  it('opens one control of a page, for a user who may change it', () => {
    const { run } = setUp(['security'], ['fe.secure.write.securityPolicy'])
    expect(run('editMfa', 'editMfaPolicy')).to.equal('security?tab=general&focus=mfa')
    expect(setUp(['security']).labels('editMfa')).to.deep.equal([])
  })

  it('opens pages, dialogs and other accounts, and signs out', () => {
    const { run } = setUp(['apiTokens'], ['fe.secure.write.tenantApiTokens'])
    expect(run('', 'page apiTokens')).to.equal('api-tokens?')
    expect(run('', 'createToken')).to.equal('api-tokens?new=')
    expect(run('', 'switch g')).to.equal('tenant g')
    expect(run('', 'sign-out')).to.equal('out')
  })
})
