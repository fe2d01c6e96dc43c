import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type AccountPath, accountPaths, subTenants, subTenantTree } from '../../contract/accounts.ts'
import { fillPath } from '../../contract/path.ts'
import { recordSearch } from '../../contract/search.ts'
import { anAuditRecord, aTenantRecord } from '../../testing/records.ts'
import { createBackend } from '../backend.ts'
import { OPERATOR_ID } from '../domain/identity/tenants/account-tree.ts'
import type { Kit } from './kit.test-kit.ts'
import { actionsOf, enter, grow } from './sub-accounts.test-kit.ts'

const SEARCH = subTenants.searchSubTenants.path

const namesOf = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

export const describeSubAccounts = (kit: () => Kit): void => {
  it('shows the tree level by level, sorted, page by page', async () => {
    const { token } = await grow(kit())
    const list = (query: string) => kit().call('GET', `${SEARCH}?${query}`, { token })
    const top = await list('_subTenantId=acme&_limit=1')
    assert.deepEqual([namesOf(top.body), top.body._metadata.totalItems], [['North'], 2])
    assert.deepEqual(top.body.items[0].metadata, { isParent: true, type: 'customer', parentId: 'acme' })
    assert.deepEqual(namesOf((await list(`${top.body._links.next.slice(1)}`)).body), ['South'])
    assert.deepEqual(namesOf((await list('_subTenantId=north&_sortBy=createdAt&_order=DESC')).body), ['Bergen', 'Oslo'])
    assert.deepEqual(namesOf((await list('_sortBy=tenantId')).body), ['Bergen', 'North', 'Oslo', 'South'])
    assert.deepEqual(namesOf((await list('_subTenantId=acme&_filter=O')).body), ['North', 'Oslo', 'South'])
    assert.equal((await list('_subTenantId=globex')).status, 403)
    const all = namesOf((await list('')).body)
    for (const text of ['undefined', 'null']) {
      assert.deepEqual(namesOf((await list(`_subTenantId=${text}`)).body), all)
      // These are valid search texts, so they must be searched for.
      assert.deepEqual(namesOf((await list(`_filter=${text}`)).body), [])
    }
  })

  it('returns the whole tree, its levels, its figures and the path to the top', async () => {
    const { token } = await grow(kit())
    const tree = await kit().call('GET', subTenants.getSubTenantTree.path, { token })
    const names = (node: { tenantName: string; children: [] }): unknown => [node.tenantName, node.children.map(names)]
    assert.deepEqual(names(tree.body), [
      'Acme',
      [
        [
          'North',
          [
            ['Bergen', []],
            ['Oslo', []],
          ],
        ],
        ['South', []],
      ],
    ])
    const flat = await kit().call('GET', subTenants.getSubTenants.path, { token })
    assert.deepEqual(
      flat.body.map(({ tenantId, level }: { tenantId: string; level: number }) => [tenantId, level]),
      [
        ['north', 1],
        ['south', 1],
        ['bergen', 2],
        ['oslo', 2],
      ],
    )
    const figures = await kit().call('GET', `${subTenants.getHierarchyMetadata.path}?_tenantIds=north,oslo,globex`, {
      token,
    })
    assert.deepEqual(figures.body, [
      { tenantId: 'north', totalSubTenants: 2, isParent: true },
      { tenantId: 'oslo', totalSubTenants: 0, isParent: false },
    ])
    const counts = await kit().call('POST', subTenants.countUsers.path, {
      token,
      body: { tenantIds: ['acme', 'globex'] },
    })
    assert.deepEqual(counts.body, [{ tenantId: 'acme', totalUsers: 9, totalAccessAllowedUsers: 1 }])
    const oslo = await enter(kit(), token, 'oslo')
    const parents = await kit().call('GET', subTenants.getParentTenants.path, { token: oslo.body.accessToken })
    assert.deepEqual(
      parents.body.map(({ tenantId }: { tenantId: string }) => tenantId),
      ['north', 'acme'],
    )
  })

  it('renames, moves and deletes an account, and records it in both logs', async () => {
    const { token } = await grow(kit())
    const patch = { token, body: { name: 'Far North' } }
    assert.equal(
      (await kit().call('PATCH', fillPath(subTenants.updateSubTenant.path, { tenantId: 'north' }), patch)).status,
      200,
    )
    const found = await kit().call('GET', `${SEARCH}?_filter=far`, { token })
    assert.deepEqual(namesOf(found.body), ['Far North'])

    const move = (tenantId: string, parentTenantId: string) =>
      kit().call('PUT', fillPath(subTenantTree.moveSubTenant.path, { tenantId }), { token, body: { parentTenantId } })
    assert.equal((await move('north', 'oslo')).status, 400)
    assert.equal((await move('north', 'north')).status, 400)
    assert.equal((await move('north', 'globex')).status, 403)
    assert.equal((await move('acme', 'north')).status, 404)
    assert.equal((await move('north', 'south')).status, 200)
    const below = await kit().call('GET', `${SEARCH}?_subTenantId=south`, { token })
    assert.deepEqual(namesOf(below.body), ['Far North'])
    const flat = await kit().call('GET', subTenants.getSubTenants.path, { token })
    assert.deepEqual(
      flat.body.map(({ tenantId, level }: { tenantId: string; level: number }) => [tenantId, level]),
      [
        ['south', 1],
        ['north', 2],
        ['bergen', 3],
        ['oslo', 3],
      ],
    )

    const remove = (tenantId: string) =>
      kit().call('DELETE', fillPath(subTenants.deleteSubTenant.path, { tenantId }), { token, body: {} })
    assert.equal((await remove('north')).status, 409)
    assert.equal((await remove('acme')).status, 404)
    for (const id of ['oslo', 'bergen', 'north', 'south']) assert.equal((await remove(id)).status, 200)
    assert.equal(await kit().store.accountLinks.count({}), 0)
    const own = await actionsOf(kit(), 'acme')
    for (const action of ['Account created', 'Account updated', 'Account moved', 'Account deleted']) {
      assert.ok(own.includes(action), action)
    }
    assert.deepEqual((await actionsOf(kit(), 'north')).sort(), ['Account created', 'Account moved', 'Account updated'])
  })

  it('refuses accounts elsewhere, duplicate ids, invalid ids and names, and an eleventh level', async () => {
    const { create } = await grow(kit())
    assert.equal((await create('elsewhere', 'globex')).status, 403)
    assert.equal((await create('oslo', 'acme')).status, 409)
    assert.equal((await create('a b', 'acme')).status, 400)
    assert.equal((await create('', 'acme')).status, 400)
    let parent = 'oslo'
    for (let level = 3; level <= 10; level++) {
      const id = `level-${level}`
      assert.equal((await create(id, parent)).status, 200, id)
      parent = id
    }
    assert.equal((await create('level-11', parent)).status, 400)
  })

  it('refuses ids that belong, or belonged, to something else', async () => {
    const { token, create } = await grow(kit())
    const { store } = kit()
    await store.pictures.insert({ id: 'p', ownerId: 'user:mel', type: 'image/png', data: '', createdAt: 0 })
    assert.equal((await create('mel', 'acme')).status, 409)
    await store.tenants.insert(aTenantRecord({ id: 'gone' }))
    await store.audits.insert(anAuditRecord({ tenantId: 'gone' }))
    await store.tenants.delete({ id: 'gone' })
    assert.equal((await create('gone', 'acme')).status, 409)
    // An account with such an id comes from an earlier release.
    await store.tenants.insert(aTenantRecord({ id: 'mel', parentId: 'acme' }))
    const link = { id: 'acme/mel', ancestorId: 'acme', tenantId: 'mel', depth: 1, name: 'Mel', createdAt: 0 }
    await store.accountLinks.insert(link)
    const path = fillPath(subTenants.deleteSubTenant.path, { tenantId: 'mel' })
    assert.equal((await kit().call('DELETE', path, { token, body: {} })).status, 200)
    assert.equal(await store.pictures.count({ ownerId: 'user:mel' }), 1)
  })

  it('refuses invalid settings of a new account, as for an existing one', async () => {
    const { token } = await grow(kit())
    const create = (settings: object) => {
      const body = { tenantId: 'branch', name: 'Branch', parentTenantId: 'acme', ...settings }
      return kit().call('POST', subTenants.createSubTenant.path, { token, body })
    }
    for (const settings of [
      { website: 'javascript:alert(1)' },
      { applicationUrl: 'data:text/html,a' },
      { logo: 'javascript:alert(1)' },
      { logoUrl: 'acme.test/a.png' },
      { timezone: 'Mars/Olympus' },
      { currency: 'euro' },
    ])
      assert.equal((await create(settings)).status, 400, JSON.stringify(settings))
    const settings = {
      website: 'https://new.test',
      timezone: 'Europe/Lisbon',
      currency: 'EUR',
      logo: 'https://new.test/a',
    }
    assert.equal((await create({ ...settings, address: '' })).status, 200)
    assert.deepEqual(JSON.parse((await kit().store.tenants.get('branch'))?.settings ?? ''), settings)
  })

  it('never discloses whether an id exists elsewhere', async () => {
    const { token } = await grow(kit())
    const { store, ports, config } = kit()
    await store.audits.insert(anAuditRecord({ tenantId: 'gone' }))
    const backend = createBackend({ ...ports, config: { ...config, chosenAccountIds: false } })
    const create = async (tenantId: string, name = 'New') => {
      const body = JSON.stringify({ tenantId, name, parentTenantId: 'acme' })
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const url = kit().config.apiUrl + subTenants.createSubTenant.path
      const response = await backend(new Request(url, { method: 'POST', headers, body }), {})
      return { status: response.status, body: (await response.json()) as { tenantId: string; name: string } }
    }
    const elsewhere = ['globex', 'mel', 'gone', OPERATOR_ID, 'not-there', 'also-free']
    const made = []
    for (const id of elsewhere) {
      const { status, body } = await create(id)
      assert.deepEqual([status, body.name], [200, 'New'], id)
      assert.match(body.tenantId, /^[\da-f-]{14}8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/, id)
      assert.equal((await store.tenants.get(body.tenantId))?.parentId, 'acme')
      made.push(body.tenantId)
    }
    assert.equal(new Set(made).size, elsewhere.length)
    assert.equal((await store.tenants.get('globex'))?.parentId, null)
    // A repeated request creates no second account, and ids of accounts that the caller sees are refused as before.
    assert.equal((await create('globex')).status, 409)
    assert.equal((await create('also-free')).status, 409)
    assert.equal((await create('oslo')).status, 409)
    // The portal and other clients choose random ids, which are kept.
    const random = ports.random.uuid()
    assert.equal((await create(random)).body.tenantId, random)
    assert.equal((await create(random)).status, 409)
    const taken = ports.random.uuid()
    await store.tenants.insert(aTenantRecord({ id: taken }))
    assert.equal((await create(taken)).status, 200)
    assert.equal((await store.tenants.get(taken))?.parentId, null)
  })

  it('returns the paths of sub-accounts, and of the caller’s own accounts through those they may enter', async () => {
    const { token } = await grow(kit())
    const read = async (path: string, bearer = token) => (await kit().call('GET', path, { token: bearer })).body
    const below = await read(`${accountPaths.listPaths.path}?ids=oslo,north,acme,globex`)
    const sorted = below.sort((left: AccountPath, right: AccountPath) => left.tenantId.localeCompare(right.tenantId))
    assert.deepEqual(sorted, [
      { tenantId: 'north', path: ['Acme'] },
      { tenantId: 'oslo', path: ['Acme', 'North'] },
    ])
    const mel = await kit().signIn('mel@acme.test')
    assert.equal((await kit().call('GET', `${accountPaths.listPaths.path}?ids=oslo`, { token: mel.token })).status, 403)
    const own = await read(accountPaths.listOwnPaths.path, mel.token)
    assert.deepEqual(own, [{ tenantId: 'acme', path: [] }])
    await kit().store.members.update({ userId: 'mel' }, { tenantId: 'oslo' })
    const inside = await kit().signIn('mel@acme.test')
    const alone = await read(accountPaths.listOwnPaths.path, inside.token)
    assert.deepEqual(alone, [{ tenantId: 'oslo', path: [] }])
  })

  it('finds what the caller may see, five of each kind', async () => {
    const { token } = await grow(kit())
    const find = (text: string, bearer = token) =>
      kit().call('GET', `${recordSearch.find.path}?text=${encodeURIComponent(text)}`, { token: bearer })
    const all = (await find('o')).body
    assert.equal(all.users.length, 2)
    assert.deepEqual(
      all.accounts.map(({ name }: { name: string }) => name),
      ['North', 'Oslo', 'South'],
    )
    assert.deepEqual(
      all.accounts.map(({ path }: { path: string[] }) => path),
      [['Acme'], ['Acme', 'North'], ['Acme']],
    )
    assert.ok((await find('acme.test')).body.users.length === 5)
    const pictureUrl = 'https://pictures.test/mel.png'
    await kit().store.users.update({ id: 'mel' }, { profilePictureUrl: pictureUrl })
    assert.equal((await find('mel@')).body.users[0].pictureUrl, pictureUrl)
    const mel = await kit().signIn('mel@acme.test')
    assert.deepEqual((await find('o', mel.token)).body, { users: [], groups: [], roles: [], accounts: [] })
  })

  it('keeps the tree consistent when moves, creations and deletions cross, and refuses the second one with 409', async () => {
    const rounds = kit().sample(Array.from({ length: 12 }), 4)
    for (const [round] of rounds.entries()) {
      await kit().reset()
      const { token, create } = await grow(kit())
      const move = (id: string, parentTenantId: string) => {
        const path = fillPath(subTenantTree.moveSubTenant.path, { tenantId: id })
        return kit().call('PUT', path, { token, body: { parentTenantId } })
      }
      const remove = (id: string) =>
        kit().call('DELETE', fillPath(subTenants.deleteSubTenant.path, { tenantId: id }), { token })
      const responses = await Promise.all([
        move('north', 'south'),
        move('south', 'north'),
        move('oslo', 'south'),
        move('oslo', 'acme'),
        create(`fjord${round}`, 'bergen'),
        remove('bergen'),
      ])
      for (const { status, body } of responses)
        assert.ok([200, 400, 403, 404, 409].includes(status), JSON.stringify([status, body]))
      assert.ok(responses.some(({ status }) => status === 200))
      const below = await kit().store.accountLinks.list({ ancestorId: 'acme' })
      const parentOf = new Map<string, string | null>()
      for (const { tenantId } of below)
        parentOf.set(tenantId, (await kit().store.tenants.get(tenantId))?.parentId ?? null)
      for (const { tenantId } of below) {
        const way: string[] = []
        for (
          let at: string | null = parentOf.get(tenantId) ?? null;
          at !== null && way.length < 9;
          at = parentOf.get(at) ?? null
        )
          way.push(at)
        const links = await kit().store.accountLinks.list({ tenantId })
        const ancestors = links.sort((left, right) => left.depth - right.depth).map(({ ancestorId }) => ancestorId)
        assert.deepEqual(ancestors, [...way, OPERATOR_ID])
        assert.equal(way.at(-1), 'acme')
      }
    }
  })

  it('refuses the second of two moves that cross, whichever it is, with 409', async () => {
    const { token } = await grow(kit())
    const move = (id: string, parentTenantId: string) => {
      const path = fillPath(subTenantTree.moveSubTenant.path, { tenantId: id })
      return kit().call('PUT', path, { token, body: { parentTenantId } })
    }
    const responses = await Promise.all([move('north', 'south'), move('south', 'north')])
    const statuses = responses.map(({ status }) => status).sort()
    assert.ok(['200,409', '200,400'].includes(String(statuses)), JSON.stringify(responses.map(({ body }) => body)))
  })
}
