import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { WithTexts } from '../../../testing/feature.tsx'
import { noActions } from '../../../testing/page-looks.tsx'
import { renderUi } from '../../../testing/render.tsx'
import type { ProvisioningActions } from '../provisioning.actions.ts'
import { provisioningMessages } from '../provisioning.messages.ts'
import { initialProvisioning } from '../provisioning.state.ts'
import { TokenDialog } from './setup-dialogs.tsx'

const { createObjectURL } = URL

describe('the dialog that shows a token of provisioning', () => {
  afterEach(() => {
    URL.createObjectURL = createObjectURL
  })

  it('saves the values of the connection as a file', async () => {
    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob)
      return '#'
    }
    const t = createTranslator({ language: 'en' }).translatorFor(provisioningMessages)
    const { root, host, unmount } = await renderUi(
      <WithTexts>
        <TokenDialog
          state={{ ...initialProvisioning, baseUrl: 'https://api.test/scim' }}
          actions={noActions<ProvisioningActions>()}
          t={t}
          connection={{ name: 'Acme Okta', source: 'okta' }}
          token="secret"
        />
      </WithTexts>,
    )
    await expectNoAxeViolations(host)
    within(root).getByRole('button', { name: 'Download as file' }).click()
    expect(await files[0]?.text()).to.equal('SCIM_BASE_URL=https://api.test/scim\nSCIM_TOKEN=secret\n')
    await unmount()
  })
})
