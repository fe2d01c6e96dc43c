import type { AccountSettings, PublicAccountSettings } from '../entities/tenants.ts'
import { endpoint } from './endpoint.ts'

export const settings = {
  getAccountSettings: endpoint<void, void, AccountSettings>()('GET', '/tenants/resources/account-settings/v1', {
    jwt: true,
  }),
  getPublicAccountSettings: endpoint<void, void, PublicAccountSettings>()(
    'GET',
    '/tenants/resources/account-settings/v1/public',
  ),
  saveAccountSettings: endpoint<void, AccountSettings, AccountSettings>()(
    'PUT',
    '/tenants/resources/account-settings/v1',
    { jwt: true },
  ),
}
