import type { metadata } from '../../contract/metadata.ts'
import { notFound } from '../call/refusal.ts'
import { readConnectionIp } from '../domain/identity/restrictions/ip-range.ts'
import { authenticated, type Handlers } from '../http/handler.ts'

export const ipInfoHandlers = {
  getCurrentUserIp: authenticated(async ({ caller }) => {
    const address = readConnectionIp(caller.ipAddress)
    if (!address) throw notFound('ip metadata not found')
    const place = { latitude: null, longitude: null, city: null, country_name: null, country_code: null, zip: null }
    return { ip: address.text, ...place, location: {} }
  }),
} satisfies Pick<Handlers<typeof metadata>, 'getCurrentUserIp'>
