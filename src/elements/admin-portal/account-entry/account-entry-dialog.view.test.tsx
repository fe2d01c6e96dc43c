import { within } from '@testing-library/dom'
import { expect } from 'chai'
import type { WaysToEnter } from '../../../contract/accounts.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { WithTexts } from '../../../testing/feature.tsx'
import { renderUi } from '../../../testing/render.tsx'
import type { AccountEntryState } from './account-entry-dialog.actions.ts'
import { accountEntryMessages } from './account-entry-dialog.messages.ts'
import { AccountEntryView, type AccountEntryViewProps } from './account-entry-dialog.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(accountEntryMessages)

const show = async (
  reason: AccountEntryViewProps['reason'],
  ways: Partial<WaysToEnter>,
  given: Partial<AccountEntryState> = {},
) => {
  const did: string[] = []
  const on = {
    load: () => did.push('load'),
    verifyPassword: (password: string) => did.push(`password ${password}`),
    verifyPasskey: () => did.push('passkey'),
    sendPasswordLink: () => did.push('link'),
    goToProvider: () => did.push('provider'),
    signOut: () => did.push('sign out'),
    cancel: () => did.push('cancel'),
  }
  const all = { password: false, passkey: false, provider: true, ...ways }
  const state: AccountEntryState = { ways: all, progress: { kind: 'idle' }, ...given }
  const { host, root } = await renderUi(
    <WithTexts>
      <AccountEntryView
        state={state}
        t={t}
        reason={reason}
        name="Acme"
        error={undefined}
        hasPasskeys
        on={on as never}
      />
    </WithTexts>,
  )
  return { host, page: within(root), did }
}

describe('the dialog for a proof of the user’s own', () => {
  for (const [reason, title, text] of [
    ['rights-withheld', /use all your permissions/, /once an administrator confirms the connection/],
    ['own-voucher-required', /change who vouches/, /for one or for an API token/],
  ] as const) {
    it(`says what is missing and offers password and passkey: ${reason}`, async () => {
      const { host, page, did } = await show(reason, { password: true, passkey: true })
      page.getByRole('dialog', { name: title })
      page.getByText(text)
      page.getByLabelText('Your password')
      page.getByRole('button', { name: 'Use a passkey' }).click()
      expect(did).to.deep.equal(['passkey'])
      expect(page.queryByText('Continue with single sign-on')).to.equal(null)
      expect(page.queryByText(/link to set a password/)).to.equal(null)
      await expectNoAxeViolations(host)
    })

    it(`leads a user who has neither to a password or another administrator: ${reason}`, async () => {
      const { host, page, did } = await show(reason, { canSetPassword: true })
      page.getByText(/don’t have one yet/)
      page.getByText(/administrator (confirms the connection on|who has one)/)
      page.getByText(/Stay signed in here/)
      page.getByRole('button', { name: /link to set a password/ }).click()
      expect(did).to.deep.equal(['link'])
      await expectNoAxeViolations(host)
    })
  }

  it('waits for the password that an emailed link sets', async () => {
    const { page, did } = await show('rights-withheld', { canSetPassword: true }, { isLinkSent: true })
    page.getByText(/We emailed you a link/)
    page.getByText(/Stay signed in here/)
    page.getByRole('button', { name: 'Try again' }).click()
    expect(did).to.deep.equal(['load'])
  })

  it('offers no link where passwords don’t sign in', async () => {
    const { page } = await show('rights-withheld', { canSetPassword: false })
    page.getByText(/once an administrator confirms the connection/)
    expect(page.queryByText(/link to set a password/)).to.equal(null)
  })

  it('keeps the provider for other accounts', async () => {
    const { page, did } = await show('own-proof-required', { canSetPassword: true })
    page.getByRole('button', { name: 'Continue with single sign-on' }).click()
    expect(did).to.deep.equal(['provider'])
    expect(page.queryByText(/link to set a password/)).to.equal(null)
  })
})
