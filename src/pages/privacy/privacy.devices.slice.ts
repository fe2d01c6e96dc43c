import type { Ceremonies } from '../../parts/passkeys/ceremony/ceremonies.ts'
import { normalizeName } from '../../rules/names.ts'
import type { PrivacyContext } from './privacy.context.ts'
import type { Device } from './privacy.devices.ts'
import { done, noticed, openDialog } from './privacy.state.ts'

/** Creates the actions that rename and remove second factors. A removal requires the factor itself. */
export const deviceActions = ({ api, apply, deps, inDialog, loadDevices, devicesChanged }: PrivacyContext) => {
  const finish = async (): Promise<void> => {
    await devicesChanged()
    deps.events.after('update-profile', { mfaDevices: true })
    apply(done, noticed('disabled'))
  }

  const sendCode = async (device: Device): Promise<void> => {
    const { otcToken, phoneNumber } = await api.mfa.preDisableSms({ path: { deviceId: device.id } })
    apply(openDialog({ kind: 'disableSms', device, otcToken, phoneNumber, sentAt: deps.clock.now() }))
  }

  const proveKey = async (device: Device, ceremonies: Ceremonies): Promise<void> => {
    const path = { deviceId: device.id }
    let webauthnToken = ''
    const options = await ceremonies.authenticate(async (signal) => {
      const started = await api.mfa.preDisableWebauthn({ path }, { signal })
      webauthnToken = started.webauthnToken
      return started.options
    })
    await api.mfa.disableWebauthn({ path, body: { webauthnToken, options } })
    await finish()
  }

  return {
    openRename: (device: Device) => apply(openDialog({ kind: 'rename', device })),
    rename: (device: Device, name: string) =>
      inDialog(async () => {
        await api.mfaDevices.renameMfaDevice({ path: { id: device.id }, body: { name: normalizeName(name) } })
        await loadDevices()
        apply(done, noticed('renamed'))
      }),
    openDisable: (device: Device) => apply(openDialog({ kind: 'disable', device })),
    /** Continues after the warning: asks for a code, or for the key itself. */
    startDisable: (device: Device, ceremonies: Ceremonies) =>
      inDialog(async () => {
        if (device.kind === 'app') apply(openDialog({ kind: 'disableApp', device }))
        else if (device.kind === 'sms') await sendCode(device)
        else await proveKey(device, ceremonies)
      }),
    sendDisableCode: (device: Device) => inDialog(() => sendCode(device)),
    disableApp: (token: string) =>
      inDialog(async () => {
        await api.mfa.disable({ body: { token } })
        await finish()
      }),
    disableSms: (device: Device, otcToken: string, code: string) =>
      inDialog(async () => {
        await api.mfa.disableSms({ path: { deviceId: device.id }, body: { otcToken, code } })
        await finish()
      }),
  }
}
