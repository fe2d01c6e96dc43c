import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createStore } from 'zustand/vanilla'
import { createClient } from '../../../contract/client.ts'
import { guarantees } from '../../../contract/guarantees.ts'
import { notifications } from '../../../contract/notifications.ts'
import type { AppState } from '../../../feature/app-state.ts'
import { FeatureProvider } from '../../../feature/feature-context.tsx'
import { createFeatureRuntime } from '../../../feature/feature-runtime.ts'
import type { FeatureDeps } from '../../../feature/slice.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { createTestClock, settle } from '../../../testing/clock.ts'
import { createFakeSend } from '../../../testing/fake-send.ts'
import { type RenderedUi, renderUi } from '../../../testing/render.tsx'
import { aSession } from '../../../testing/session.ts'
import { anAppSettings } from '../../../testing/settings.ts'
import type { PortalElement } from '../shell.state.ts'
import { BellHost } from './bell-host.tsx'

const WITHHELD = 'Some of your permissions don’t apply yet'

describe('the bell of a user without a permission for notifications', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  const open = async (amr: readonly string[], { hosted = false }: { hosted?: boolean } = {}) => {
    const fake = createFakeSend()
    fake.respond(guarantees.listInterruptions, () => ({ interruptions: [], isWithheld: true }))
    const prompted: unknown[] = []
    const prompt = async ({ challenge }: { challenge: unknown }) => {
      prompted.push(challenge)
      return false
    }
    const session = aSession({ superUser: false, permissions: [], amr })
    const state: unknown = { features: {}, settings: anAppSettings({ hosted }), session: session.current() }
    const deps: unknown = {
      client: (tables: Parameters<FeatureDeps['client']>[0]) => createClient(fake.send, tables),
      clock: createTestClock(),
      log: console,
    }
    const runtime = createFeatureRuntime({
      store: createStore<AppState>(() => state as AppState),
      deps: deps as FeatureDeps, // the bell needs no more
      translator: createTranslator({ language: 'en' }),
    })
    const element: unknown = { app: { stepUp: { prompt } } }
    ui = await renderUi(
      <FeatureProvider value={runtime}>
        <BellHost go={() => undefined} element={element as PortalElement} />
      </FeatureProvider>,
    )
    return { page: within(ui.root), fake, prompted }
  }

  it('announces withheld permissions in a session that an identity provider began, and asks for the proof', async () => {
    const { page, fake, prompted } = await open(['fed', 'sso'])
    ;(await page.findByRole('button', { name: 'Notifications, 1 needs attention' })).click()
    ;(await page.findByRole('button', { name: WITHHELD })).click()
    await settle()
    expect(prompted).to.deep.equal([{ missing: 'rights-withheld' }])
    expect(fake.inputsOf(notifications.listNotifications)).to.deep.equal([])
  })

  it('announces them in a session that a passkey began, for which a provider may vouch', async () => {
    const { page } = await open(['mfa', 'hwk'])
    await page.findByRole('button', { name: 'Notifications, 1 needs attention' })
  })

  it('has no button for the proof with redirect-based login, because only the provider can accept it', async () => {
    const { page } = await open(['sso'], { hosted: true })
    ;(await page.findByRole('button', { name: 'Notifications, 1 needs attention' })).click()
    await page.findByText(/Ask an administrator .* If single sign-on isn’t required, you can also sign out/)
    page.getByText(WITHHELD)
    expect(page.queryByRole('button', { name: WITHHELD })).to.equal(null)
  })

  it('doesn’t exist, and requests nothing, in a session that a password proved', async () => {
    const { page, fake } = await open(['fed', 'sso', 'pwd'])
    await settle()
    expect(page.queryByRole('button')).to.equal(null)
    expect(fake.inputsOf(guarantees.listInterruptions)).to.deep.equal([])
  })
})
