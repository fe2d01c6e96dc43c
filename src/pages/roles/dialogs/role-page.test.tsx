import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { isolating } from '../../../i18n/isolate.ts'
import { aRole } from '../../../testing/builders.ts'
import { noActions } from '../../../testing/page-looks.tsx'
import { renderUi } from '../../../testing/render.tsx'
import type { RolesActions } from '../roles.actions.ts'
import { rolesMessages } from '../roles.messages.ts'
import { initialRoles } from '../roles.state.ts'
import { RolePage } from './role-page.tsx'

describe('The page of a role', () => {
  it('names a copy without isolates, which would be saved with the name', async () => {
    const { root, unmount } = await renderUi(
      <RolePage
        state={initialRoles}
        actions={noActions<RolesActions>()}
        t={isolating(createTranslator({ language: 'he' })).translatorFor(rolesMessages)}
        dialog={{ kind: 'edit', copyOf: { ...aRole({ name: 'Agent' }), userCount: 0 } }}
      />,
      { dir: 'rtl' },
    )
    expect(within(root).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).to.equal('Agent (copy)')
    await unmount()
  })
})
