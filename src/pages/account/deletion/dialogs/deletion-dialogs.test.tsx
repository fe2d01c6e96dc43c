import { fireEvent, within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../../../i18n/create-translator.ts'
import { WithTexts } from '../../../../testing/feature.tsx'
import { noActions } from '../../../../testing/page-looks.tsx'
import { renderUi } from '../../../../testing/render.tsx'
import { deletionMessages } from '../deletion.messages.ts'
import { type DeletionActions, initialDeletion } from '../deletion.state.ts'
import { DeletionDialogs } from './deletion-dialogs.tsx'

describe('The dialog that deletes an account', () => {
  it('sends the name of the account, not the isolates that were copied with it', async () => {
    const sent: string[] = []
    const deleteAccount: DeletionActions['deleteAccount'] = async (name) => void sent.push(name)
    const { root, unmount } = await renderUi(
      <WithTexts>
        <DeletionDialogs
          state={{ ...initialDeletion, phase: 'ready', dialog: { kind: 'deleteAccount' } }}
          actions={Object.assign(Object.create(noActions<DeletionActions>()), { deleteAccount })}
          t={createTranslator({ language: 'en' }).translatorFor(deletionMessages)}
          name="Acme"
          failures={{ page: undefined, dialog: undefined }}
        />
      </WithTexts>,
    )
    const field = within(root).getByRole('textbox', { name: 'Type Acme to confirm' })
    fireEvent.input(field, { target: { value: '\u2068Acme\u2069 ' } })
    within(root).getByRole('button', { name: 'Delete Acme' }).click()
    expect(sent).to.deep.equal(['Acme'])
    await unmount()
  })
})
