import { expect } from 'chai'
import { devicesOf, offersOf } from './privacy.state.ts'

const wire = {
  authenticators: [{ id: 'a' }],
  phones: [{ id: 'p', phoneNumber: '+***23' }],
  webauthn: [
    { id: 'k', deviceType: 'CrossPlatform', name: 'Security key' },
    { id: 't', deviceType: 'Platform', name: 'This device' },
  ],
  emails: [{ email: 'dana@acme.test' }],
}
const ON = (strategy: string) => ({ strategy, isActive: true }) as never

describe('The second factors of the privacy page', () => {
  it('are all listed, with the names and dates from the server', () => {
    const names = { a: { id: 'a', name: 'Work phone', createdAt: '2026-01-05T09:00:00.000Z', lastUsedAt: null } }
    const devices = devicesOf(wire, names)
    expect(devices.map(({ kind }) => kind)).to.deep.equal(['app', 'sms', 'key', 'platform', 'email'])
    expect(devices[0]).to.include({ name: 'Work phone', createdAt: '2026-01-05T09:00:00.000Z' })
    expect(devices[1]).to.include({ name: '', detail: '+***23' })
  })

  it('keep the name from the wire if the backend has no call for names', () => {
    expect(devicesOf(wire, undefined)[2]).to.include({ name: 'Security key' })
    expect(devicesOf({} as never, undefined)).to.deep.equal([])
  })

  it('offer the methods that are turned on and not set up yet', () => {
    const all = ['AuthenticatorApp', 'SMS', 'EmailCode', 'WebAuthnPlatform', 'WebAuthnCrossPlatform'].map(ON)
    expect(offersOf(all, [], true)).to.deep.equal([
      'AuthenticatorApp',
      'WebAuthnPlatform',
      'WebAuthnCrossPlatform',
      'SMS',
    ])
    expect(offersOf(all, devicesOf(wire, undefined), true)).to.deep.equal(['WebAuthnPlatform', 'WebAuthnCrossPlatform'])
    expect(offersOf(all, [], false)).to.deep.equal(['AuthenticatorApp', 'SMS'])
    expect(offersOf(undefined, [], true)).to.deep.equal(['AuthenticatorApp'])
    expect(offersOf([{ strategy: 'SMS', isActive: false }], [], true)).to.deep.equal(['AuthenticatorApp'])
  })
})
