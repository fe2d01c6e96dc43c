import { expect } from 'chai'
import { accountEntry } from '../../../contract/accounts.ts'
import { login } from '../../../contract/login.ts'
import { password } from '../../../contract/password.ts'
import { policies } from '../../../contract/policies.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { createMemoryStorage } from '../../../kernel/storage.ts'
import { aNavigator } from '../../../testing/navigator.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { accountEntrySlice, initialAccountEntry } from './account-entry-dialog.actions.ts'

const open = () => {
  const local = createMemoryStorage()
  const went: string[] = []
  const navigator = aNavigator('/portal', went)
  return { local, went, ...mountSlice(accountEntrySlice, initialAccountEntry, { local, navigator }) }
}

describe('the proof that another account asks for', () => {
  it('begins with what the user can prove, and offers a retry if that is unknown', async () => {
    const { fake, actions, state } = open()
    fake.respond(accountEntry.getWaysToEnter, () => {
      throw new HttpError('Try later', 500)
    })
    await actions.load('globex')
    expect([state().progress.kind, state().ways]).to.deep.equal(['failed', undefined])
    const ways = { password: true, passkey: false, provider: false }
    fake.respond(accountEntry.getWaysToEnter, () => ways)
    await actions.load('globex')
    expect(state()).to.deep.equal({ ways, progress: { kind: 'idle' } })
  })

  it('fails with a wrong password', async () => {
    const { fake, actions, state } = open()
    fake.respond(accountEntry.provePassword, () => {
      throw new HttpError('Your current password is incorrect.', 400)
    })
    expect(await actions.verifyPassword('Wrong-Horse-1')).to.equal(false)
    const { progress } = state()
    expect(progress.kind === 'failed' && progress.failure.kind === 'refused' && progress.failure.message).to.equal(
      'Your current password is incorrect.',
    )
  })

  it('redirects to the identity provider of the email, and stores the flow', async () => {
    const { fake, actions, local, went } = open()
    const address = 'https://idp.test/sso?SAMLRequest=r&RelayState=s-1'
    fake.respond(login.preLogin, () => ({ address, idpType: 'saml' as const }))
    await actions.goToProvider()
    expect(went).to.deep.equal([address])
    expect(local.get('fe-pending-flows')).to.contain('"state":"s-1"').and.to.contain('https://host.test/portal')
  })

  it('stays where the URL is a script', async () => {
    const { fake, actions, state, went } = open()
    fake.respond(login.preLogin, () => ({ address: 'javascript:alert(1)', idpType: 'saml' as const }))
    await actions.goToProvider()
    expect([went, state().progress.kind]).to.deep.equal([[], 'failed'])
  })

  it('emails a link to set a password, and keeps what was loaded when that fails', async () => {
    const { fake, actions, state } = open()
    const ways = { password: false, passkey: false, canSetPassword: true, provider: false }
    fake.respond(accountEntry.getWaysToEnter, () => ways)
    await actions.load('globex')
    fake.respond(password.forgotPassword, () => {
      throw new HttpError('Try later', 429)
    })
    await actions.sendPasswordLink()
    expect([state().ways, state().isLinkSent, state().progress.kind]).to.deep.equal([ways, undefined, 'failed'])
    fake.respond(password.forgotPassword, () => ({}))
    await actions.sendPasswordLink()
    expect([state().isLinkSent, state().progress.kind]).to.deep.equal([true, 'idle'])
    expect(fake.inputsOf(password.forgotPassword)[1]?.body)
      .to.include({ keepSessions: true })
      .and.have.property('email')
    await actions.load('globex')
    expect(state().isLinkSent).to.equal(true)
  })

  it('proves the security check for the link if one is required', async () => {
    const { fake, actions, state } = open()
    const actionsOf: string[] = []
    const execute = async (siteKey: string, { action }: { action: string }) => {
      actionsOf.push(`${siteKey} ${action}`)
      return 'proof-1'
    }
    fake.respond(policies.getCaptchaPolicy, () => ({ enabled: true, siteKey: 'site-1' }))
    fake.respond(password.forgotPassword, () => ({}))
    Object.assign(globalThis, { grecaptcha: { ready: (task: () => void) => task(), execute } })
    try {
      await actions.sendPasswordLink()
    } finally {
      Reflect.deleteProperty(globalThis, 'grecaptcha')
    }
    expect([state().isLinkSent, actionsOf]).to.deep.equal([true, ['site-1 forgot_password']])
    expect(fake.inputsOf(password.forgotPassword)[0]?.body).to.have.property('recaptchaToken', 'proof-1')
  })
})
