import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { isolating } from '../../../i18n/isolate.ts'
import { noActions } from '../../../testing/page-looks.tsx'
import { renderUi } from '../../../testing/render.tsx'
import { LocaleProvider } from '../../../ui/locale/locale.tsx'
import { usersMessages } from '../users.messages.ts'
import { initialUsers, type UsersActions } from '../users.state.ts'
import { ImportDialog } from './import-dialog.tsx'

const { createObjectURL } = URL

describe('The dialog that imports users', () => {
  afterEach(() => {
    URL.createObjectURL = createObjectURL
  })

  it('saves the reasons of problems without isolates, which a search in the file would not find', async () => {
    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob)
      return '#'
    }
    const cells = ['ivo@acme.test', 'Emperor']
    const row = {
      line: 2,
      cells,
      email: 'ivo@acme.test',
      name: '',
      phone: '',
      roleIds: [],
      problem: { kind: 'unknownRole', role: 'Emperor' } as const,
    }
    const translator = isolating(createTranslator({ language: 'he' }))
    const { root, unmount } = await renderUi(
      <LocaleProvider translator={translator}>
        <ImportDialog
          state={{
            ...initialUsers,
            importing: {
              step: 'checked',
              file: { name: 'users.csv', header: ['Email', 'Role'], rows: [cells] },
              rows: [row],
            },
          }}
          actions={noActions<UsersActions>()}
          t={translator.translatorFor(usersMessages)}
        />
      </LocaleProvider>,
    )
    within(root).getByRole('button', { name: 'Download these rows' }).click()
    const text = await files[0]?.text()
    expect(text).to.include('Emperor')
    expect(text).to.not.match(/[\u2066-\u2069]/)
    await unmount()
  })
})
