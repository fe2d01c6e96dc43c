import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { postalAddressMessages } from '../../parts/postal-address/postal-address.messages.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aUser } from '../../testing/builders.ts'
import { WithTexts } from '../../testing/feature.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import type { ProfileActions } from './profile.actions.ts'
import type { ProfileFields } from './profile.draft.ts'
import { profileMessages } from './profile.messages.ts'
import { initialProfile, loaded, type ProfileState } from './profile.state.ts'
import { ProfileView } from './profile.view.tsx'

const translator = createTranslator({ language: 'en' })
const t = translator.translatorFor(profileMessages)
const ALL: ProfileFields = { name: 'edit', phoneNumber: 'edit', address: 'edit', jobTitle: 'edit' }
const HTML = '<img src=x onerror="window.__hit=1">'

const ready: ProfileState = {
  ...loaded(aUser({ phoneNumber: '+15550100', metadata: '{"jobTitle":"Boss","address":{"city":"Leeds"}}' }))(
    initialProfile,
  ),
  phones: {
    phase: 'ready',
    items: [{ id: 'p1', phoneNumber: '+15550100', verified: false, createdAt: '', updatedAt: '' }],
    total: 1,
    page: 0,
  },
}

const show = (state: ProfileState, fields: ProfileFields = ALL, tenant = 'Acme') => {
  const actions = new Proxy({}, { get: () => () => undefined }) as ProfileActions
  const failures = {
    page: 'No connection',
    saving: undefined,
    picture: undefined,
    phones: 'No connection',
    dialog: undefined,
  }
  const props = { state, actions, t, tenant, fields, failures }
  return renderUi(
    <WithTexts>
      <ProfileView {...props} addressTexts={translator.translatorFor(postalAddressMessages)} />
    </WithTexts>,
  )
}

const states: Record<string, ProfileState> = {
  loading: initialProfile,
  'failed load': { ...initialProfile, phase: 'failed' },
  ready,
  'no phones': { ...ready, phones: { ...ready.phones, items: [], total: 0 } },
  'failed phones': { ...ready, phones: { ...ready.phones, phase: 'failed', items: [] } },
  'second factor set up': { ...ready, profile: aUser({ mfaEnrolled: true }) },
  saving: { ...ready, saving: { kind: 'busy' } },
}

describe('The view of the profile page', () => {
  let screen: RenderedUi
  afterEach(() => screen.unmount())

  for (const [name, state] of Object.entries(states)) {
    it(`is accessible: ${name}`, async () => {
      screen = await show(state)
      await expectNoAxeViolations(screen.host)
    })
  }

  it('keeps the place of the second card when the placeholders go', async () => {
    const secondTop = async (state: ProfileState, cards: string) => {
      screen = await show(state)
      const [first, second] = [...screen.root.querySelectorAll(cards)].map((card) => card.getBoundingClientRect())
      await screen.unmount()
      return (second?.top ?? Number.NaN) - (first?.top ?? Number.NaN)
    }
    const before = await secondTop(initialProfile, '.fe-page-loading-card')
    expect(await secondTop(ready, '.fe-card')).to.be.closeTo(before, 4)
    screen = await show(ready)
  })

  it('shows the domain of an email in its script', async () => {
    const profile = aUser({ name: '', email: 'ada@xn--bcher-kva.test' })
    screen = await show({ ...ready, ...loaded(profile)(initialProfile) })
    const { root } = screen
    await waitFor(() => {
      expect(root.querySelector<HTMLInputElement>('[name="email"]')?.value).to.equal('ada@bücher.test')
      expect(root.querySelector('.fe-profile-picture-name')?.textContent).to.equal('ada@bücher.test')
    })
  })

  it('has no save button when nothing can be edited', async () => {
    screen = await show(ready, { name: 'viewOnly', phoneNumber: 'hidden', address: 'viewOnly', jobTitle: 'viewOnly' })
    expect(within(screen.root).queryByRole('button', { name: 'Save changes' })).to.equal(null)
    expect(within(screen.root).queryByText('Phone numbers')).to.equal(null)
  })

  it('mentions only those visible details that are on the page', async () => {
    const notices: [Partial<ProfileFields>, string | null][] = [
      [{}, 'Your name and job title are visible to other members.'],
      [{ jobTitle: 'hidden' }, 'Your name is visible to other members.'],
      [{ name: 'hidden', jobTitle: 'viewOnly' }, 'Your job title is visible to other members.'],
      [{ name: 'hidden', jobTitle: 'hidden' }, null],
    ]
    for (const [fields, notice] of notices) {
      screen = await show(ready, { ...ALL, ...fields })
      expect(within(screen.root).queryByText(/visible to other members/)?.textContent ?? null).to.equal(notice)
      await screen.unmount()
    }
    screen = await show(ready)
  })

  it('keeps the order of a phone number beside text from right to left', async () => {
    screen = await show(ready)
    expect(screen.root.querySelector('.fe-card-row bdi')?.textContent).to.equal('+15550100')
  })

  it('shows markup in every text as text', async () => {
    const profile = aUser({
      name: HTML,
      email: HTML,
      phoneNumber: HTML,
      metadata: JSON.stringify({ jobTitle: HTML, address: { street: HTML, city: HTML } }),
    })
    const phones = {
      ...ready.phones,
      items: [{ ...ready.phones.items[0], phoneNumber: HTML }],
    } as ProfileState['phones']
    screen = await show({ ...loaded(profile)(initialProfile), phones }, ALL, HTML)
    expect(screen.root.querySelectorAll('img')).to.have.length(0)
    expect('__hit' in window).to.equal(false)
    expect(within(screen.root).getAllByText(HTML, { exact: false }).length).to.be.greaterThan(1)
  })
})
