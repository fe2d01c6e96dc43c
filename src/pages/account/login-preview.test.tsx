import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { LoginBoxPreviewProvider, type OpenLoginBoxPreview } from '../../feature/login-box-preview.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import type { LoginDraft } from './account.login.ts'
import { accountMessages } from './account.messages.ts'
import { LoginPreview } from './cards/login-preview.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(accountMessages)
const DRAFT: LoginDraft = { logo: '', main: '#0a7d55', contrastText: '', placement: '' }

/** Creates a preview that records its input. */
const createRecorder = (failures = 0) => {
  const seen: { shown: unknown[]; schemes: string[]; closed: number; opened: number } = {
    shown: [],
    schemes: [],
    closed: 0,
    opened: 0,
  }
  const open: OpenLoginBoxPreview = async (container) => {
    seen.opened += 1
    if (seen.opened <= failures) throw new Error('The chunk is gone')
    container.append('Sign in')
    return {
      show: (loginBox) => seen.shown.push(loginBox),
      setScheme: (scheme) => seen.schemes.push(scheme),
      close: () => {
        seen.closed += 1
      },
    }
  }
  return { seen, open }
}

const preview = (open: OpenLoginBoxPreview, draft: LoginDraft = DRAFT) => (
  <LoginBoxPreviewProvider value={open}>
    <LoginPreview draft={draft} t={t} />
  </LoginBoxPreviewProvider>
)

describe('The preview of the login box', () => {
  let screen: RenderedUi
  afterEach(() => screen.unmount())

  it('follows the draft, without a color that is still being typed', async () => {
    const { seen, open } = createRecorder()
    screen = await renderUi(preview(open))
    await waitFor(() => expect(seen.shown).to.deep.equal([{ palette: { primary: { main: '#0a7d55' } } }]))
    await screen.rerender(
      preview(open, { ...DRAFT, main: '#0a7', contrastText: '#fffff', logo: 'https://a.test/b.png' }),
    )
    expect(seen.shown.at(-1)).to.deep.equal({
      palette: { primary: { main: '#0a7' } },
      logo: { image: 'https://a.test/b.png' },
    })
    expect(seen.opened).to.equal(1)
    await expectNoAxeViolations(screen.host)
  })

  it('is light until dark is chosen', async () => {
    const { seen, open } = createRecorder()
    screen = await renderUi(preview(open))
    await waitFor(() => expect(seen.schemes).to.deep.equal(['light']))
    within(screen.root).getByRole('button', { name: 'Dark' }).click()
    await waitFor(() => expect(seen.schemes).to.deep.equal(['light', 'dark']))
    expect(within(screen.root).getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).to.equal('true')
  })

  it('is closed with the tab', async () => {
    const { seen, open } = createRecorder()
    screen = await renderUi(preview(open))
    await waitFor(() => expect(seen.shown).to.have.length(1))
    await screen.rerender(<p>Another page</p>)
    await waitFor(() => expect(seen.closed).to.equal(1))
  })

  it('offers to load it again when it could not be loaded', async () => {
    const { seen, open } = createRecorder(1)
    screen = await renderUi(preview(open))
    await waitFor(() => expect(within(screen.root).getByText('We couldn’t load the preview.')).to.exist)
    within(screen.root).getByRole('button', { name: 'Try again' }).click()
    await waitFor(() => expect(seen.shown).to.have.length(1))
    expect(within(screen.root).queryByText('We couldn’t load the preview.')).to.equal(null)
  })
})
