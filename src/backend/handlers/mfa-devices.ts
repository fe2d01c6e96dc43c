import type { mfaDevices, NamedDevice } from '../../contract/additions/mfa-devices.ts'
import { optionalText } from '../call/read.ts'
import { notFound } from '../call/refusal.ts'
import { factorsOf, factsOf } from '../domain/mfa/factors.ts'
import { iso } from '../domain/wire/wire.ts'
import { type Handlers, signedIn } from '../http/handler.ts'
import type { FactorRecord } from '../store/records.ts'

const LONGEST_NAME = 60

const toNamed = (factor: FactorRecord): NamedDevice => {
  const { name } = factsOf(factor)
  return {
    id: factor.id,
    name: typeof name === 'string' ? name : '',
    createdAt: iso(factor.createdAt),
    lastUsedAt: factor.lastUsedAt === null ? null : iso(factor.lastUsedAt),
  }
}

export const mfaDevicesHandlers = {
  listMfaDevices: signedIn(async ({ ports, auth }) => ({
    devices: (await factorsOf(ports.store, auth.user.id)).map(toNamed),
  })),
  renameMfaDevice: signedIn(async ({ ports, auth, path, body, audit }) => {
    const found = (await factorsOf(ports.store, auth.user.id)).find(({ id }) => id === path.id)
    if (!found) throw notFound('There is no such device')
    const name = optionalText(body.name, 'name', LONGEST_NAME)?.trim() ?? ''
    const value = JSON.stringify({ ...factsOf(found), name })
    await ports.store.factors.update({ id: found.id, userId: auth.user.id }, { value })
    await audit({
      action: 'MFA device renamed',
      resource: 'MFA',
      description: 'Renamed a second factor',
      detail: { deviceId: found.id },
    })
    return toNamed({ ...found, value })
  }),
} satisfies Handlers<typeof mfaDevices>
