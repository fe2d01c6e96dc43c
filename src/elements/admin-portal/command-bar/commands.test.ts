import { expect } from 'chai'
import type { FoundRecords } from '../../../contract/additions/record-search.ts'
import type { PageDefinition } from '../../../feature/define-page.ts'
import { pages } from '../../../pages/index.ts'
import type { CommandBarPort } from './command-bar-port.ts'
import { commandsFor } from './commands.ts'

const page = (id: string) => pages.find((known) => known.id === id) as PageDefinition // every id here is one

const setUp = (pages: readonly string[], held: readonly string[] = []) => {
  const went: string[] = []
  const port: CommandBarPort = {
    menu: { visible: pages.map(page), placeOf: () => ({ kind: 'unknown' }) },
    titleOf: ({ id }) => `Page ${id}`,
    go: ({ slug, search }) => void went.push(`${slug}?${search}`),
    switchTenant: ({ tenantId }) => void went.push(`tenant ${tenantId}`),
    signOut: () => void went.push('out'),
    close: () => undefined,
  }
  const parts = {
    port,
    t: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
    textOf: (id: string) => id,
    tenants: [
      { tenantId: 'a', name: 'Acme' },
      { tenantId: 'g', name: 'Globex' },
    ],
    activeTenantId: 'a',
    mayWrite: (key: string) => held.includes(key),
  }
  const labels = (text: string, found?: FoundRecords) =>
    commandsFor(parts, text, found).map(({ id, commands }) => [id, commands.map(({ label }) => label)])
  const run = (text: string, id: string, found?: FoundRecords) => {
    const all = commandsFor(parts, text, found).flatMap(({ commands }) => commands)
    all.find((command) => command.id === id)?.run()
    return went.at(-1)
  }
  return { labels, run }
}

const FOUND: FoundRecords = {
  users: [{ id: 'u', name: 'Mel Ortiz', note: 'mel@acme.test' }],
  groups: [{ id: 'g', name: 'Melbourne' }],
  roles: [{ id: 'r', name: 'Mellow' }],
  accounts: [{ id: 't', name: 'Melkor & Sons' }],
}

describe('what the command bar offers', () => {
  it('is all pages and permitted actions, before anything is typed', () => {
    const { labels } = setUp(['users', 'roles'], ['fe.secure.write.roles', 'fe.secure.write.groups'])
    expect(labels('')).to.deep.equal([
      ['pages', ['Page users', 'Page roles']],
      ['actions', ['createRole', 'switchTo Globex', 'signOut']],
    ])
  })

  it('is what has every word in it, whatever the case, the accents and the order', () => {
    const { labels } = setUp(['users', 'roles'])
    expect(labels('ROLÉS pa')).to.deep.equal([['pages', ['Page roles']]])
    expect(labels('nothing like it')).to.deep.equal([])
  })

  it('is only found records whose page is permitted', () => {
    const { labels, run } = setUp(['users', 'allAccounts'])
    expect(labels('mel', FOUND)).to.deep.equal([
      ['users', ['Mel Ortiz']],
      ['accounts', ['Melkor & Sons']],
    ])
    expect(run('mel', 'users u', FOUND)).to.equal('users?search=mel%40acme.test')
    expect(run('mel', 'accounts t', FOUND)).to.equal('all-accounts?account=t')
  })

  it('leads to one control of a page, for a user who may change it', () => {
    const { run } = setUp(['security'], ['fe.secure.write.securityPolicy'])
    expect(run('editMfa', 'editMfaPolicy')).to.equal('security?tab=general&focus=mfa')
    expect(setUp(['security']).labels('editMfa')).to.deep.equal([])
  })

  it('leads to pages, dialogs, other accounts and out', () => {
    const { run } = setUp(['apiTokens'], ['fe.secure.write.tenantApiTokens'])
    expect(run('', 'page apiTokens')).to.equal('api-tokens?')
    expect(run('', 'createToken')).to.equal('api-tokens?new=')
    expect(run('', 'switch g')).to.equal('tenant g')
    expect(run('', 'sign-out')).to.equal('out')
  })
})
