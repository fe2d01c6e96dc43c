import { within } from '@testing-library/dom'
import { expect } from 'chai'
import type { AccountsLeftAlone } from '../../../contract/guarantees.ts'
import type { Interruption } from '../../../entities/guarantee.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { WithTexts } from '../../../testing/feature.tsx'
import { renderUi } from '../../../testing/render.tsx'
import { interruptionsFeature } from './interruptions.tsx'
import { interruptionsMessages } from './notifications.messages.ts'

const translator = createTranslator({ language: 'en' })
const ada = { id: 'ada', name: 'Ada Byron', email: 'ada@acme.test' }

const anInterruption = (given: Partial<Interruption> = {}): Interruption => ({
  kind: 'webhook',
  reason: 'withheld',
  at: '2026-01-01T00:00:00.000Z',
  guarantor: ada,
  items: [{ id: 'w1', name: 'Orders' }],
  count: 1,
  exceeding: 0,
  ...given,
})

const show = async (
  items: readonly Interruption[],
  leftAlone?: AccountsLeftAlone,
  { isWithheld = false, isHosted = false }: { isWithheld?: boolean; isHosted?: boolean } = {},
) => {
  const opened: string[] = []
  const proveOwn = isHosted ? undefined : () => void opened.push('proof')
  const t = translator.translatorFor(interruptionsMessages)
  const { Component } = interruptionsFeature
  const { host, root } = await renderUi(
    <WithTexts>
      <Component
        state={{}}
        actions={{}}
        t={t}
        items={items}
        leftAlone={leftAlone}
        isWithheld={isWithheld}
        proveOwn={proveOwn}
        open={(...place) => opened.push(place.join('?'))}
      />
    </WithTexts>,
  )
  return { host, root, page: within(root), opened }
}

describe('interruptions in the bell', () => {
  it('show what stopped, because of whom and since when, and link to the page that fixes it', async () => {
    const items = [
      { id: 'w1', name: 'Orders' },
      { id: 'w2', name: 'Users' },
    ]
    const { host, root, page, opened } = await show([anInterruption({ items, count: 4 })])
    page.getByText('Orders, Users, and 2 more')
    page.getByText(/Ada Byron vouches for this, but doesn’t have all of the permissions/)
    page.getByText(/Events whose data that user can’t see aren’t sent/)
    expect(root.querySelector('time')?.dateTime).to.equal('2026-01-01T00:00:00.000Z')
    page.getByRole('button', { name: '4 webhooks' }).click()
    expect(opened).to.deep.equal(['webhooks'])
    await expectNoAxeViolations(host)
  })

  it('count the administrators whom a connection refuses, and announce an end in advance', async () => {
    const { page } = await show([
      anInterruption({ kind: 'sso-connection', reason: 'exceeded', guarantor: null, exceeding: 2, at: null }),
      anInterruption({ kind: 'api-token', reason: 'ends' }),
    ])
    page.getByText(/No one with all of the permissions .* 2 administrators can’t sign in this way/)
    page.getByText(/Ada Byron vouches for this, and their access to this account ends soon/)
    page.getByText(/^From/)
  })

  it('name the connection that limits what a user vouched for in a session of it', async () => {
    const { page } = await show([
      anInterruption({ connectionLimit: 'removed', reason: 'gone' }),
      anInterruption({ connectionLimit: 'limited', kind: 'directory' }),
    ])
    page.getByText(/Ada Byron vouched .* that was removed, so someone must confirm it. Events aren’t sent until/)
    page.getByText(/connection whose guarantor doesn’t have all of the permissions .* Until you confirm it/)
    expect(page.queryByText(/has no permissions|Ada Byron vouches/)).to.equal(null)
  })

  it('name accounts without an administrator and since when, and link to each of them', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const accounts = ['North', 'Ost & West'].map((name) => ({ tenantId: name.replaceAll(' ', '/'), name, at }))
    const { host, root, page, opened } = await show([], { count: 4, accounts })
    expect([...root.querySelectorAll('time')].map(({ dateTime }) => dateTime)).to.deep.equal([at, at])
    page.getByText('and 2 more')
    page.getByText(/add an administrator to each sub-account/)
    page.getByRole('button', { name: '4 sub-accounts without an administrator' }).click()
    page.getByRole('button', { name: 'Ost & West' }).click()
    expect(opened).to.deep.equal(['all-accounts', 'all-accounts?account=Ost%2F%26%2FWest'])
    await expectNoAxeViolations(host)
  })

  it('name no date of an account whose loss was not reported', async () => {
    const { root, page } = await show([], { count: 1, accounts: [{ tenantId: 'north', name: 'North' }] })
    page.getByRole('button', { name: 'North' })
    expect(root.querySelector('time')).to.equal(null)
    expect(page.queryByText(/^Since/)).to.equal(null)
  })

  it('don’t mention accounts while all of them have an administrator', async () => {
    const { page } = await show([anInterruption()], { count: 0, accounts: [] })
    expect(page.queryByText(/sub-account/)).to.equal(null)
  })

  it('name the administrators whom a connection refuses, and count their open sessions', async () => {
    const one = { id: 'una', name: 'Una Admin', email: 'una@acme.test', sessions: 2, hasOwnProof: true }
    const other = { ...one, id: 'uwe', name: '', email: 'uwe@acme.test', sessions: 0 }
    const given = { kind: 'sso-connection', reason: 'exceeded', exceeding: 3, administrators: [one, other] } as const
    const { host, page } = await show([anInterruption({ ...given, administrators: [...given.administrators] })])
    page.getByText('Una Admin, uwe@acme.test, and 1 more')
    page.getByText('2 open sessions of theirs continue without the permissions that exceed it.')
    await expectNoAxeViolations(host)
  })

  it('lead a user whose session lacks permissions to the proof that makes them effective', async () => {
    const { host, page, opened } = await show([], undefined, { isWithheld: true })
    page.getByText(/received them after you signed in with single sign-on/)
    page.getByRole('button', { name: 'Some of your permissions don’t apply yet' }).click()
    expect(opened).to.deep.equal(['proof'])
    await expectNoAxeViolations(host)
  })

  it('say how to use withheld permissions where the portal can’t accept the proof, without a button', async () => {
    const { host, page } = await show([], undefined, { isWithheld: true, isHosted: true })
    page.getByText('Some of your permissions don’t apply yet')
    page.getByText(/Ask an administrator .* If single sign-on isn’t required, you can also sign out/)
    expect(page.queryByRole('button')).to.equal(null)
    await expectNoAxeViolations(host)
  })

  it('don’t mention permissions that apply', async () => {
    const { page } = await show([anInterruption()])
    expect(page.queryByText(/your permissions/)).to.equal(null)
  })
})
