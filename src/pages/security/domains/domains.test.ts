import { expect } from 'chai'
import { domainRestrictions, emailDomains } from '../../../contract/restrictions.ts'
import { lockoutGuard } from '../../../contract/security.ts'
import type { DomainRestriction } from '../../../entities/policies.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import { missing } from '../../../testing/fake-send.ts'
import { LINE_BREAKS } from '../../../testing/line-breaks.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { securityPage } from '../index.ts'
import { domainsSlice } from './domains.actions.ts'
import { initialDomains, isDirty, linesOf, warningOf } from './domains.state.ts'

const CONFIG = { active: true, listType: 'ALLOW' as const, blockPublicDomains: false }
const RULES: readonly DomainRestriction[] = [
  { id: 'b', domain: 'beta.test', type: 'ALLOW' },
  { id: 'a', domain: 'acme.test', type: 'ALLOW' },
  { id: 'x', domain: 'evil.test', type: 'BLOCK' },
]

const setUp = async ({
  rules = RULES,
  search = '',
}: {
  rules?: readonly DomainRestriction[]
  search?: string
} = {}) => {
  const harness = mountSlice(domainsSlice, initialDomains, { page: { ...securityPage, abilities: {} } })
  harness.fake.respond(domainRestrictions.getDomainConfig, () => CONFIG)
  harness.fake.respond(domainRestrictions.listDomains, () => ({ items: rules }))
  harness.fake.respond(domainRestrictions.updateDomainConfig, () => CONFIG)
  harness.fake.respond(domainRestrictions.deleteDomain, () => ({}))
  harness.fake.respond(lockoutGuard.checkPolicyChange, missing)
  await harness.actions.open(search)
  return {
    ...harness,
    shown: () => harness.state().list.rows.map(({ domain }) => domain),
    saves: () => harness.fake.inputsOf(domainRestrictions.updateDomainConfig).map(({ body }) => body),
    deletions: () => harness.fake.inputsOf(domainRestrictions.deleteDomain).length,
  }
}

describe('the email domain restrictions', () => {
  it('show only the list of the current type, sorted, filtered and in pages', async () => {
    const many = Array.from({ length: 25 }, (_, at) => ({
      id: `m${at}`,
      domain: `m${at}.test`,
      type: 'BLOCK' as const,
    }))
    const { actions, shown, state } = await setUp({ rules: [...RULES, ...many] })
    expect(shown()).to.deep.equal(['acme.test', 'beta.test'])
    actions.change({ search: 'BETA' })
    await Promise.resolve()
    expect(shown()).to.deep.equal(['beta.test'])
    actions.change({ search: '', order: 'DESC' })
    await Promise.resolve()
    expect(shown()).to.deep.equal(['beta.test', 'acme.test'])
    actions.edit({ listType: 'BLOCK' })
    await Promise.resolve()
    expect([shown().length, state().list.totalItems]).to.deep.equal([20, 26])
    actions.change({ page: 1 })
    await Promise.resolve()
    expect(shown()).to.have.length(6)
  })

  it('open at the place in the URL', async () => {
    const { shown, state } = await setUp({ search: 'search=beta' })
    expect([shown(), state().list.query.search]).to.deep.equal([['beta.test'], 'beta'])
  })

  it('are saved together, with the wire’s name of the list type', async () => {
    const { actions, state, saves, events } = await setUp()
    actions.edit({ listType: 'BLOCK', blockPublicDomains: true })
    expect(await actions.save()).to.equal(true)
    const value = { active: true, blockPublicDomains: true, type: 'BLOCK' }
    expect(saves()).to.deep.equal([value])
    expect(events).to.deep.equal([['update-policy', { policy: 'domains', ...value }]])
    expect([state().notice?.key, isDirty(state()), state().changes]).to.deep.equal(['saved', false, 1])
  })

  it('keep what was chosen when a save fails, and are put back on request', async () => {
    const { actions, state, fake, shown } = await setUp()
    fake.respond(domainRestrictions.updateDomainConfig, () => {
      throw new HttpError('Try later', 400)
    })
    actions.edit({ listType: 'BLOCK' })
    expect(await actions.save()).to.equal(false)
    expect([state().formError, state().draft.listType]).to.deep.equal(['Try later', 'BLOCK'])
    actions.discard()
    await Promise.resolve()
    expect([state().formError, state().draft, shown().length]).to.deep.equal([undefined, CONFIG, 2])
  })

  it('are saved once, however often the button is pressed, and never unchanged', async () => {
    const { actions, saves } = await setUp()
    expect(await actions.save()).to.equal(false)
    actions.edit({ active: false })
    await Promise.all(Array.from({ length: 20 }, () => actions.save()))
    expect(saves()).to.have.length(1)
  })

  it('show that they could not be loaded, and load again', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(domainRestrictions.listDomains, () => {
      throw new HttpError('Down for repairs', 500)
    })
    await actions.load()
    expect(state().phase).to.equal('failed')
    fake.respond(domainRestrictions.listDomains, () => ({ items: RULES }))
    await actions.load()
    expect(state().phase).to.equal('ready')
  })

  it('warn of the effect of an empty list', async () => {
    const { actions, state } = await setUp({ rules: [] })
    expect(warningOf(state())).to.equal('emptyAllow')
    actions.edit({ listType: 'BLOCK' })
    expect(warningOf(state())).to.equal('emptyBlock')
    actions.edit({ blockPublicDomains: true })
    expect(warningOf(state())).to.equal(undefined)
    actions.edit({ active: false, blockPublicDomains: false })
    expect(warningOf(state())).to.equal(undefined)
  })
})

describe('adding domains', () => {
  it('accepts them with any line break between them', () => {
    for (const separator of LINE_BREAKS) expect(linesOf(`a.test${separator}b.test`)).to.deep.equal(['a.test', 'b.test'])
  })

  it('accepts them in any pasted form', () => {
    expect(linesOf(' a.test, b.test;c.test\n\nd.test\te.test ')).to.deep.equal([
      'a.test',
      'b.test',
      'c.test',
      'd.test',
      'e.test',
    ])
  })

  it('closes the dialog when every line was added, and shows them in the list', async () => {
    const { actions, state, shown, fake, events } = await setUp()
    const restriction = { id: 'n', domain: 'new.test', type: 'ALLOW' as const }
    fake.respond(emailDomains.createDomains, () => ({ lines: [{ line: 'new.test', status: 'created', restriction }] }))
    actions.openAdd()
    await actions.add(['new.test'])
    expect([state().dialog, state().notice?.key, state().notice?.values.name]).to.deep.equal([
      null,
      'added',
      'new.test',
    ])
    expect(shown()).to.deep.equal(['acme.test', 'beta.test', 'new.test'])
    expect(events.map(([name]) => name)).to.deep.equal(['create-policy'])
    expect(fake.inputsOf(emailDomains.createDomains)[0]?.body).to.deep.equal({ domains: ['new.test'], type: 'ALLOW' })
    await actions.add(['co.uk'], { confirmed: true })
    expect(fake.inputsOf(emailDomains.createDomains)[1]?.body).to.deep.equal({
      domains: ['co.uk'],
      type: 'ALLOW',
      confirmed: true,
    })
  })

  it('keeps the dialog open with a result for each line when some were not added', async () => {
    const { actions, state, fake } = await setUp()
    const lines = [
      { line: 'acme.test', status: 'exists', restriction: RULES[1] },
      { line: 'x', status: 'invalid' },
    ]
    fake.respond(emailDomains.createDomains, () => ({ lines }))
    actions.openAdd()
    await actions.add(['acme.test', 'x'])
    expect(state().dialog).to.deep.equal({ kind: 'add', lines })
    expect([state().saving, state().all.length]).to.deep.equal([false, 3])
  })

  it('adds one after the other if the backend has no call for many', async () => {
    const { actions, state, fake, shown } = await setUp()
    fake.respond(emailDomains.createDomains, missing)
    fake.respond(domainRestrictions.createDomain, ({ body }) => {
      const { domain, type } = body as { domain: string; type: 'ALLOW' }
      if (domain === 'acme.test') throw new HttpError('Already there', 409)
      return { id: domain, domain, type }
    })
    actions.openAdd()
    await actions.add(['new.test', 'acme.test', 'x'])
    const dialog = state().dialog
    expect(dialog?.lines?.map(({ line, status }) => [line, status])).to.deep.equal([
      ['new.test', 'created'],
      ['acme.test', 'exists'],
      ['x', 'invalid'],
    ])
    expect(shown()).to.deep.equal(['acme.test', 'beta.test', 'new.test'])
  })

  it('shows in the dialog why nothing was added', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(emailDomains.createDomains, () => {
      throw new HttpError('Down for repairs', 500)
    })
    actions.openAdd()
    expect(await actions.add(['new.test'])).to.equal(false)
    expect([state().dialog?.kind, state().formError, state().saving]).to.deep.equal(['add', 'Down for repairs', false])
  })
})

describe('deleting a domain', () => {
  it('hides it at once, and deletes it when the time to undo has passed', async () => {
    const { actions, state, clock, deletions } = await setUp()
    const [rule] = state().list.rows
    if (!rule) throw new Error('no rule')
    actions.remove(rule)
    expect([state().list.leaving, deletions()]).to.deep.equal([['a'], 0])
    const id = state().notice?.undo ?? ''
    actions.undo(id)
    expect([state().list.leaving, deletions()]).to.deep.equal([[], 0])
    actions.remove(rule)
    clock.advance(UNDO_MS)
    actions.commit(state().notice?.undo ?? '')
    await new Promise((resolve) => setTimeout(resolve))
    expect(deletions()).to.equal(1)
    expect(state().all.map(({ id }) => id)).to.deep.equal(['b', 'x'])
  })
})

describe('checking an email', () => {
  it('shows only the latest result', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(emailDomains.verifyEmail, ({ body }) => {
      const { email } = body as { email: string }
      return { accepted: email === 'b@acme.test', reason: 'listed', domain: 'acme.test' }
    })
    await Promise.all([actions.check('a@evil.test'), actions.check('b@acme.test')])
    expect([state().check.email, state().check.result?.accepted]).to.deep.equal(['b@acme.test', true])
  })

  it('is not offered by a backend that cannot do it', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(emailDomains.verifyEmail, missing)
    await actions.check('a@acme.test')
    expect(state().missing).to.deep.equal(['verifyEmail'])
  })
})
