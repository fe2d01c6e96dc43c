import { aSessionRecord } from '../../testing/records.ts'
import { type Backstage, PASSWORD } from './backstage.test-kit.ts'
import { dialogWalks } from './dialogs.test-kit.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const DAY_MS = 86_400_000

const picture = async (): Promise<File> => {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 240
  canvas.getContext('2d')?.fillRect(0, 0, 320, 240)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob ?? ''], 'me.png', { type: 'image/png' })
}

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(file)
  })

const addFactor = ({ store }: Backstage, userId: string, kind: 'sms' | 'passkey', value: object) =>
  store.factors.insert({
    id: `${kind} ${userId}`,
    userId,
    kind,
    credentialId: kind === 'passkey' ? `credential ${userId}` : null,
    value: JSON.stringify(value),
    counter: 0,
    createdAt: Date.now(),
    lastUsedAt: null,
  })

const signedInElsewhere = async ({ store }: Backstage, userId: string) => {
  const user = await store.users.get(userId)
  const now = Date.now()
  await store.sessions.insert(
    aSessionRecord({
      id: `elsewhere ${userId}`,
      userId,
      tenantId: user?.tenantId ?? '',
      userAgent: FIREFOX,
      createdAt: now,
      rotatedAt: now,
      expiresAt: now + DAY_MS,
    }),
  )
}

describe('what belongs to the user is accessible', () => {
  const { open, backstage } = dialogWalks()

  it('the profile page and its dialogs', async function () {
    this.timeout(60_000)
    const file = await picture()
    const newUser = await backstage().recruit('mel@acme.test', 'Pia Lookaround')
    await backstage().store.users.update({ id: newUser.id }, { profilePictureUrl: await dataUrlOf(file) })
    const { members, tenants } = backstage().store
    const own = await members.find({ userId: newUser.id })
    const other = await tenants.find({ name: 'Solstice' })
    if (own) await members.insert({ ...own, id: `other ${own.id}`, tenantId: other?.id ?? '' })
    const { portal, inspector, look, lookAt } = await open('profile', newUser.email)
    await portal.text('No phone numbers yet')
    await look('profile')
    const input = portal.shadow.querySelector<HTMLInputElement>('[data-fe-picture]')
    const chosen = new DataTransfer()
    chosen.items.add(file)
    if (input) input.files = chosen.files
    input?.dispatchEvent(new Event('change', { bubbles: true }))
    await lookAt('profile crop', 'Crop your picture')
    await portal.click('button', 'Remove')
    await lookAt('profile removePicture', 'Remove picture?')
    await portal.click('button', 'Change password')
    await lookAt('profile password', 'Change your password')
    await portal.click('button', 'Add number')
    await portal.click('button', 'Text me a code', await portal.dialog('Add a phone number'))
    await lookAt('profile addPhone', 'Add a phone number')
    await portal.click('button', 'Add number')
    await portal.fill('Phone number', '+44 7700 900777', await portal.dialog('Add a phone number'))
    await portal.click('button', 'Text me a code', await portal.dialog('Add a phone number'))
    await lookAt('profile code', 'Verify +447700900777')
    await portal.click('button', 'Delete +447700900777')
    await lookAt('profile deletePhone', 'Delete +447700900777?')
    await portal.click('button', 'Change email')
    await portal.click('button', 'Email me a code', await portal.dialog('Change your email'))
    await lookAt('profile self-service changeEmail', 'Change your email')
    await portal.click('button', 'Change email')
    const form = await portal.dialog('Change your email')
    await portal.fill('New email', 'changed@acme.test', form)
    await portal.fill('Current password', PASSWORD, form)
    await portal.click('button', 'Email me a code', form)
    await lookAt('profile self-service emailCode', 'Check your new email')
    await portal.click('button', 'Leave Solstice')
    await lookAt('profile self-service leave', 'Leave Solstice?')
    await portal.click('button', 'Delete your user account')
    await lookAt('profile self-service deleteUser', 'Delete your user account?')
    inspector.end()
  })

  it('the privacy page and its dialogs', async function () {
    this.timeout(60_000)
    const newUser = await backstage().recruit('mel@acme.test', 'Priva Lookaround')
    await signedInElsewhere(backstage(), newUser.id)
    await addFactor(backstage(), newUser.id, 'passkey', { deviceType: 'Platform' })
    const { portal, inspector, look, lookAt } = await open('privacy', newUser.email)
    await portal.text('No second factors yet')
    await portal.find('button', 'Remove Passkey on a device')
    await look('privacy')
    await portal.click('button', 'Remove Passkey on a device')
    await lookAt('privacy passkey', 'Remove “Passkey on a device”?')
    await portal.click('button', /^Sign out Firefox/)
    await lookAt('privacy endSession', /^Sign out Firefox/)
    await portal.click('button', 'Sign out all other devices')
    await lookAt('privacy endAll', 'Sign out all other devices?')
    await portal.click('button', /Set up a security key/)
    await lookAt('privacy key', 'Set up a security key')
    await portal.click('button', /Set up text messages/)
    await lookAt('privacy smsNumber', 'Set up text messages')
    await portal.click('button', /Set up text messages/)
    const phone = await portal.dialog('Set up text messages')
    await portal.fill('Phone number', '+44 7700 900778', phone)
    phone.querySelector('form')?.requestSubmit()
    await lookAt('privacy smsCode', 'Check your phone')
    await portal.click('button', /Set up an authenticator app/)
    await portal.dialog('Set up an authenticator app')
    await portal.settled()
    await look('privacy app')
    await portal.fill(/6-digit code/, '123456', await portal.dialog('Set up an authenticator app'))
    const recovery = await portal.dialog('Save your recovery code')
    await look('privacy recovery')
    await portal.click('checkbox', 'I have saved this code', recovery)
    await portal.click('button', 'Done', recovery)
    await portal.click('button', 'Rename Authenticator app')
    await lookAt('privacy rename', 'Rename “Authenticator app”')
    await portal.click('button', 'Remove Authenticator app')
    await lookAt('privacy disable', 'Remove “Authenticator app”?')
    await portal.click('button', 'Remove Authenticator app')
    await portal.click('button', 'Continue')
    await portal.find('field', /6-digit code/)
    await lookAt('privacy disableApp', 'Remove “Authenticator app”?')
    await portal.click('button', /Set up text messages/)
    await lookAt('privacy proof', 'Confirm it’s you to add a second factor')
    inspector.end()
  })

  it('the request for a texted code before a phone is removed', async function () {
    this.timeout(20_000)
    const newUser = await backstage().recruit('mel@acme.test', 'Sms Lookaround')
    await addFactor(backstage(), newUser.id, 'sms', { phone: '+447700900779' })
    const { portal, inspector, lookAt } = await open('privacy', newUser.email)
    await portal.click('button', 'Remove Text message')
    await portal.click('button', 'Continue')
    await portal.find('field', /6-digit code/)
    await lookAt('privacy disableSms', 'Remove “Text message”?')
    inspector.end()
  })

  it('the accounts of a user who has many of them', async function () {
    this.timeout(20_000)
    const { tenants, members } = backstage().store
    const { tenant: home, newUser } = await backstage().ownAccount('Home')
    const [model] = await members.list({ userId: newUser.id })
    if (!model) throw new Error('The new user has no account')
    for (let at = 1; at <= 12; at += 1) {
      const id = `branch-${at}`
      await tenants.insert({ ...home, id, alias: id, name: `Branch ${at}`, parentId: null })
      await members.insert({ ...model, id: `member of ${id}`, tenantId: id })
    }
    const { portal, inspector, lookAt } = await open('profile', newUser.email)
    await portal.click('button', /^Switch account/)
    await lookAt('portal accounts', 'Your accounts')
    inspector.end()
  })
})
