import { expect } from 'chai'
import { accountAlias, settings } from '../../contract/accounts.ts'
import { metadata } from '../../contract/metadata.ts'
import { HttpError } from '../../kernel/errors.ts'
import { aPermission, aTenant, aUser } from '../../testing/builders.ts'
import { aSession } from '../../testing/session.ts'
import { mountSlice } from '../../testing/slice.ts'
import { accountSlice } from './account.actions.ts'
import { loginActions, lowContrast, toActions, toLoginDraft } from './account.login.ts'
import { initialAccount } from './account.state.ts'

const stored = {
  tenantId: 'tenant-1',
  name: 'Acme',
  address: '{"city":"Leeds"}',
  timezone: 'Europe/London',
  dateFormat: 'dd/MM/yyyy',
  timeFormat: '24',
  currency: 'GBP',
  website: '',
}
const box = { configuration: { themeV2: { loginBox: { palette: { primary: { main: '#111111' } } } } } }

const setUp = async (keys: string[] = ['fe.*']) => {
  const activeTenant = aTenant()
  const user = { ...aUser({ permissions: keys.map((key) => aPermission({ key })) }), accessToken: 't' }
  const snapshot = { status: 'signed-in' as const, user, tenants: [activeTenant], activeTenant }
  const session = {
    ...aSession(),
    current: () => snapshot,
  }
  const harness = mountSlice(accountSlice, initialAccount, { session: session as never })
  harness.fake.respond(settings.getAccountSettings, () => stored)
  harness.fake.respond(settings.saveAccountSettings, ({ body }) => ({ ...stored, ...(body as object) }))
  harness.fake.respond(metadata.getAdminBoxMetadata, () => box)
  harness.fake.respond(metadata.updateAdminBoxMetadata, () => ({}))
  harness.fake.respond(accountAlias.getAccountAlias, () => ({ alias: 'acme' }))
  harness.fake.respond(accountAlias.saveAccountAlias, ({ body }) => body)
  await harness.actions.open()
  return harness
}

describe('The actions of the account page', () => {
  it('sends the six display fields, overlaid by what was changed', async () => {
    const { fake, actions, state } = await setUp()
    actions.edit({ currency: 'EUR', name: ' Acme Tools ' })
    await actions.save()
    expect(fake.inputsOf(settings.saveAccountSettings)).to.deep.equal([
      {
        body: {
          address: '{"city":"Leeds"}',
          timezone: 'Europe/London',
          dateFormat: 'dd/MM/yyyy',
          timeFormat: '24',
          currency: 'EUR',
          logo: '',
          name: 'Acme Tools',
        },
      },
    ])
    expect([state().settings?.name, state().notice?.key]).to.deep.equal(['Acme Tools', 'saved'])
  })

  it('saves the alias with a separate call, and only that if nothing else has changed', async () => {
    const { fake, actions, state } = await setUp()
    actions.edit({ alias: ' acme-crm ' })
    await actions.save()
    expect(fake.inputsOf(accountAlias.saveAccountAlias)).to.deep.equal([{ body: { alias: 'acme-crm' } }])
    expect(fake.inputsOf(settings.saveAccountSettings)).to.deep.equal([])
    expect([state().alias, state().draft.alias, state().notice?.key]).to.deep.equal(['acme-crm', 'acme-crm', 'saved'])
    actions.edit({ alias: '', applicationUrl: 'crm.acme.test/home' })
    await actions.save()
    expect(fake.inputsOf(settings.saveAccountSettings)[0]?.body).to.include({
      applicationUrl: 'https://crm.acme.test/home',
    })
    expect(state().settings?.applicationUrl).to.equal('https://crm.acme.test/home')
  })

  it('keeps what was typed when another account has the alias', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(accountAlias.saveAccountAlias, () => {
      throw new HttpError('Another account uses this alias', 409)
    })
    actions.edit({ alias: 'taken', currency: 'EUR' })
    await actions.save()
    expect([state().draft.alias, state().draft.currency, state().saving.kind]).to.deep.equal(['taken', 'EUR', 'failed'])
    expect(fake.inputsOf(settings.saveAccountSettings)).to.deep.equal([])
  })

  it('has no alias where the backend lacks the call, and saves the rest', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(accountAlias.getAccountAlias, () => {
      throw new HttpError('Not found', 404)
    })
    await actions.load()
    actions.edit({ currency: 'EUR' })
    await actions.save()
    expect([state().alias, state().notice?.key]).to.deep.equal([undefined, 'saved'])
    expect(fake.inputsOf(accountAlias.saveAccountAlias)).to.deep.equal([])
  })

  it('sends nothing when nothing has changed', async () => {
    const { fake, actions } = await setUp()
    actions.edit({ name: ' Acme ' })
    await actions.save()
    expect(fake.inputsOf(settings.saveAccountSettings)).to.deep.equal([])
    await actions.loadLogin()
    await actions.saveLogin()
    expect(fake.inputsOf(metadata.updateAdminBoxMetadata)).to.deep.equal([])
  })

  it('requests nothing for a user who may not read, and shows the refusal of the server', async () => {
    const { fake, state } = await setUp(['fe.secure.read.users'])
    expect([state().phase, fake.calls.length]).to.deep.equal(['forbidden', 0])
    const other = await setUp()
    other.fake.respond(settings.getAccountSettings, () => {
      throw new HttpError('No', 403)
    })
    await other.actions.load()
    expect(other.state().phase).to.equal('forbidden')
  })

  it('sends one action for each leaf that differs', async () => {
    const { fake, actions } = await setUp()
    await actions.loadLogin()
    actions.editLogin({ main: '#222222', placement: 'top' })
    await actions.saveLogin()
    expect(fake.inputsOf(metadata.updateAdminBoxMetadata)).to.deep.equal([
      {
        body: {
          actions: [
            { type: 'loginBox/palette/primary/main', payload: '#222222' },
            { type: 'loginBox/socialLogins/socialLoginsLayout/placement', payload: 'top' },
          ],
        },
      },
    ])
  })

  it('flattens any tree, malformed leaves included', () => {
    expect(toActions({ a: { b: null, c: { d: [1] } }, e: 0 })).to.deep.equal([
      { type: 'a/b', payload: null },
      { type: 'a/c/d', payload: [1] },
      { type: 'e', payload: 0 },
    ])
    const odd = toLoginDraft({ configuration: { themeV2: { loginBox: { palette: 'red', logo: { image: 7 } } } } })
    expect(odd).to.deep.equal({ logo: '', main: '', contrastText: '', placement: '' })
    expect(loginActions(odd, odd)).to.deep.equal([])
  })

  it('warns of a text color that its button cannot carry', () => {
    const ratioOf = (main: string, contrastText: string) => lowContrast({ main, contrastText })
    expect(ratioOf('#ffff00', '#ffffff')).to.equal('1.1')
    expect(ratioOf('#111111', '#ffffff')).to.equal(undefined)
    expect(ratioOf('#ffff00', '')).to.equal(undefined)
    expect(ratioOf('nonsense', '#ffffff')).to.equal(undefined)
  })

  it('lets the host stop a change', async () => {
    const { fake, actions, refused } = await setUp()
    refused.add('update-account')
    actions.edit({ name: 'Other' })
    await actions.save()
    expect(fake.inputsOf(settings.saveAccountSettings)).to.deep.equal([])
  })
})
