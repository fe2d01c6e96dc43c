import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { WithTexts } from '../../../testing/feature.tsx'
import { type } from '../../../testing/keys.ts'
import { noActions } from '../../../testing/page-looks.tsx'
import { type RenderedUi, renderUi } from '../../../testing/render.tsx'
import type { SsoActions } from '../sso.actions.ts'
import { ssoMessages } from '../sso.messages.ts'
import { type Connection, initialSso, type SamlPanel } from '../sso.state.ts'
import { TroubleshootDialog } from './troubleshoot-dialog.tsx'

// The test sets only the fields that the dialog reads.
const CONNECTION = { id: 'c1', type: 'okta', domains: [], details: { idpEntityId: '' } } as unknown as Connection
const t = createTranslator({ language: 'en' }).translatorFor(ssoMessages)

const draw = (saml: Omit<SamlPanel, 'connectionId'>) => (
  <WithTexts>
    <TroubleshootDialog
      state={{ ...initialSso, saml: { connectionId: 'c1', ...saml } }}
      actions={noActions<SsoActions>()}
      t={t}
      connection={CONNECTION}
      onClose={() => undefined}
    />
  </WithTexts>
)

describe('Troubleshooting a connection whose settings could not be loaded', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  it('keeps what was pasted while the settings are loaded again', async () => {
    ui = await renderUi(draw({ phase: 'loading' }))
    const screen = within(ui.root)
    expect(screen.queryByRole('textbox')).to.equal(null)
    await ui.rerender(draw({ phase: 'failed', error: 'No connection' }))
    screen.getByRole('textbox').focus()
    await type('<saml>')
    const retry = screen.getByRole('button', { name: 'Try again' })
    retry.focus()
    await ui.rerender(draw({ phase: 'loading', error: 'No connection' }))
    expect([ui.shadow.activeElement, retry.dataset.busy]).to.deep.equal([retry, 'true'])
    await ui.rerender(draw({ phase: 'ready' }))
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).to.equal('<saml>')
    expect(screen.queryByRole('button', { name: 'Try again' })).to.equal(null)
  })
})
